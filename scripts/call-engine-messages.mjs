// Prints which messages of the call library our engine supports, and which it answers with "not available", and why.
import fs from 'node:fs';
import { inRoot } from './lib/root.mjs';

const { messages: missing, options } = JSON.parse(
  fs.readFileSync(inRoot('packages/call-engine/src/not-available.json'), 'utf8'),
);
const names = JSON.parse(fs.readFileSync(inRoot('packages/call-engine/src/testing/messages.json'), 'utf8'));
const done = names.filter((name) => !(name in missing));

console.log(`Of the library's ${names.length} messages the call engine carries out ${done.length}:`);
console.log(done.map((name) => `  ${name}`).join('\n'));
console.log(`\nNot available, and answered so (${names.length - done.length}):`);
for (const [name, { why }] of Object.entries(missing)) console.log(`  ${name}: ${why}`);

console.log('\nOptions that are refused:');
for (const [name, { why }] of Object.entries(options)) console.log(`  ${name}: ${why}`);
