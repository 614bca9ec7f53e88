// Checks that every stream and connection has error handling. "node scripts/streams.mjs [folder]"
import { checkStreams } from './lib/checks/owned-streams.mjs';
import { root } from './lib/root.mjs';

const { files, complaints } = checkStreams(process.argv[2] ?? root);
console.log([...complaints, `${files} files looked at, ${complaints.length} without an owner`].join('\n'));
process.exitCode = complaints.length > 0 ? 1 : 0;
