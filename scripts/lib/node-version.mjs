// Imported first, and written so that even an old Node can run it.
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const needed = engines.node.match(/\d+/g).map(Number);
const present = process.versions.node.split('.').map(Number);

if (present[0] < needed[0] || (present[0] === needed[0] && present[1] < needed[1])) {
  console.error(`Trunkline needs Node.js ${needed.join('.')} or newer; this is ${process.version}.`);
  process.exit(1);
}
