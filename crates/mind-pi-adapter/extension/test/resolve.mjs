// Lets `node --test` find Pi's packages where a scenario run has them: node --import ./resolve.mjs, with PI_MODULES naming a folder.
import { registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const parent = pathToFileURL(join(process.env.PI_MODULES, "any.mjs")).href;
registerHooks({
  resolve: (specifier, context, next) => next(specifier, specifier.startsWith("@earendil-works/") ? { ...context, parentURL: parent } : context),
});
