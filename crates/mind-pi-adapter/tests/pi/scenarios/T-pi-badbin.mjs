// Something that is no engine: a script that prints prose, and a file that cannot be run. (PI-10, PI-14)
import assert from "node:assert/strict";
import { chmodSync } from "node:fs";

export default async ({ open }) => {
  const stage = await open();
  const chatty = stage.write("chatty", "#!/bin/sh\necho Once upon a time there was a memory.\nexec sleep 60\n");
  const flat = stage.write("flat", "#!/no/such/interpreter\n");
  for (const path of [chatty, flat]) {
    chmodSync(path, 0o755);
    stage.env.MIND_BIN = path;
    const pi = await stage.pi();
    await pi.prompt("hello");
    assert.equal(stage.model.asked.at(-1).messages.at(-1).text, "hello");
    assert.equal(stage.model.asked.at(-1).messages.length, 2);
    assert.equal(pi.warnings.length, 1, pi.warnings.join());
    assert.deepEqual(pi.errors, []);
    assert.deepEqual(await pi.end(), { code: 0, signal: null });
    assert.deepEqual(stage.left(), []);
  }
};
