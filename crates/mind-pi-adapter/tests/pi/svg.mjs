// A terminal's screen as a small SVG picture.
const CELL = 8.4;
const LINE = 18;
const INK = "#d8dee9";
const PAPER = "#16181d";
const BASE = ["#2e3440", "#d0727c", "#a3be8c", "#ebcb8b", "#81a1c1", "#b48ead", "#88c0d0", "#d8dee9", "#5c6370", "#e06c75", "#b5d68f", "#f0d78c", "#8fb4e0", "#c49ac9", "#93d0dd", "#ffffff"];

/** The picture of a screen with its escape sequences, without the empty rows at its end. */
export function picture(screen, columns = 100) {
  const rows = screen.replace(/\n+$/, "").split("\n");
  const style = {};
  const drawn = rows.flatMap((row, y) => [...spans(row, style)].map((span) => drawSpan(span, y)));
  const [width, height] = [Math.ceil(columns * CELL), rows.length * LINE];
  const frame = `<rect x="-12" y="-12" width="${width + 24}" height="${height + 24}" rx="8" fill="${PAPER}"/>`;
  const font = `font-family="DejaVu Sans Mono,Menlo,Consolas,monospace" font-size="14" fill="${INK}" xml:space="preserve"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -12 ${width + 24} ${height + 24}">${frame}<g ${font}>\n${drawn.filter(Boolean).join("\n")}\n</g></svg>\n`;
}

function* spans(row, style) {
  let x = 0;
  for (const part of row.split(/(\x1b\[[0-9;:]*m|\x1b\]8;[^\x1b\x07]*(?:\x07|\x1b\\))/)) {
    if (/^\x1b\[/.test(part)) apply(style, part.slice(2, -1).split(/[;:]/).map(Number));
    else if (part !== "" && part[0] !== "\x1b") {
      yield { x, text: part, ...style };
      x += [...part].length;
    }
  }
}

function drawSpan({ x, text, ink, paper, bold, dim, italic }, y) {
  const [left, width] = [(x * CELL).toFixed(1), ([...text].length * CELL).toFixed(1)];
  const box = paper ? `<rect x="${left}" y="${y * LINE}" width="${width}" height="${LINE}" fill="${paper}"/>` : "";
  const look = [ink && `fill="${ink}"`, bold && 'font-weight="bold"', italic && 'font-style="italic"', dim && 'opacity=".6"'].filter(Boolean).join(" ");
  const words = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return box + (text.trim() ? `<text x="${left}" y="${y * LINE + 13.5}" textLength="${width}" ${look}>${words}</text>` : "");
}

function apply(style, codes) {
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at];
    if (code === 0) for (const key of Object.keys(style)) delete style[key];
    else if (code === 1) style.bold = true;
    else if (code === 2) style.dim = true;
    else if (code === 3) style.italic = true;
    else if (code === 22) style.bold = style.dim = undefined;
    else if (code === 23) style.italic = undefined;
    else if (code === 39) style.ink = undefined;
    else if (code === 49) style.paper = undefined;
    else if (code === 38 || code === 48) {
      const [kind, ...rest] = codes.slice(at + 1);
      style[code === 38 ? "ink" : "paper"] = kind === 2 ? `#${rest.slice(0, 3).map((one) => one.toString(16).padStart(2, "0")).join("")}` : indexed(rest[0]);
      at += kind === 2 ? 4 : 2;
    } else if (code >= 30 && code <= 37) style.ink = BASE[code - 30];
    else if (code >= 40 && code <= 47) style.paper = BASE[code - 40];
    else if (code >= 90 && code <= 97) style.ink = BASE[code - 82];
  }
}

function indexed(n) {
  if (n < 16) return BASE[n];
  const hex = (value) => value.toString(16).padStart(2, "0");
  if (n >= 232) return `#${hex(8 + (n - 232) * 10).repeat(3)}`;
  const level = (step) => hex(step === 0 ? 0 : 55 + 40 * step);
  return `#${level(Math.floor((n - 16) / 36))}${level(Math.floor((n - 16) / 6) % 6)}${level((n - 16) % 6)}`;
}
