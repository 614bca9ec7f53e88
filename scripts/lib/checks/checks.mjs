import { inRoot } from '../root.mjs';
import { compile, run, runBin } from '../run.mjs';
import { checkSizes } from './sizes.mjs';

const streams = () => run(process.execPath, [inRoot('scripts/streams.mjs')]);
const objects = () => run(process.execPath, [inRoot('scripts/objects.mjs')]);
const types = () => run(process.execPath, [inRoot('scripts/types.mjs')]);
const folders = () => run(process.execPath, [inRoot('scripts/folders.mjs')]);
const links = () => run(process.execPath, [inRoot('scripts/lib/checks/links.mjs')]);
const arrows = () => run(process.execPath, [inRoot('scripts/arrows.mjs')]);

/** All static checks. */
export const CHECKS = [
  { label: 'Check the types', work: () => compile('--builders', '2') },
  { label: 'Lint', work: () => runBin('oxlint', ['--type-aware', '--deny-warnings', '--format=unix']) },
  { label: 'Check the format', work: () => runBin('oxfmt', ['--check']) },
  { label: 'Check who imports whom', work: arrows },
  { label: 'Check that folders are not too full', work: folders },
  { label: 'Look for streams without an owner', work: streams },
  { label: 'Check that objects are written out', work: objects },
  { label: 'Check that the types of parts are written', work: types },
  { label: 'Check that what documents name is there', work: links },
  { label: 'Look for dead code', work: () => runBin('knip', ['--no-progress']) },
  { label: 'Check the sizes of what browsers load', work: async () => checkSizes() },
];
