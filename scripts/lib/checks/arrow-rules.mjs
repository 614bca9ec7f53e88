// Which imports are allowed, as patterns over paths, so that new files and modules are checked from their first commit.
import fs from 'node:fs';
import { inRoot } from '../root.mjs';

/**
 * A server module may import modules of lower tiers: those further up in the table of modules/README.md. In a row with "then",
 * each part is a tier of its own.
 */
const TIERS = readTiers(fs.readFileSync(inRoot('packages/server/src/modules/README.md'), 'utf8'));

/** The packages of ours that each package may import. */
const PACKAGES = {
  contract: [],
  'call-engine': ['contract'],
  'call-client': [],
  'chat-widget': ['contract', 'call-client'],
  media: ['contract'],
  web: ['contract', 'call-client'],
  server: ['contract'],
  simulator: [],
};

const LAYERS = new Set(['platform', 'modules', 'app', 'features', 'shared']);
const NO_SCREENS = new Set(['call-engine', 'call-client']);
const FOR_CONTRACT = /^(zod|vitest|fast-check|node:.*)$/;
const FOR_SCREENS = /^(react|react-dom|@mantine\/.*|@tanstack\/.*)$/;

/** What is wrong, and when. The first rule that applies is reported. */
const RULES = [
  [
    'climbs two folders: go through an alias',
    ({ from, specifier }) => specifier.startsWith('../../') && !from.isTest,
  ],
  [
    'contract depends on zod only',
    ({ from, outside }) => from.package === 'contract' && outside && !FOR_CONTRACT.test(outside),
  ],
  [
    'call-engine and call-client know no screens',
    ({ from, outside }) => NO_SCREENS.has(from.package) && FOR_SCREENS.test(outside),
  ],
  [
    'reaches into another package: import it by its name',
    ({ from, to, specifier }) => isForeign(from, to) && !specifier.startsWith('@'),
  ],
  [
    'that package is out of reach from here',
    ({ from, to }) =>
      isForeign(from, to) &&
      !PACKAGES[from.package]?.includes(to.package) &&
      !(from.isTest && to.package === 'simulator'),
  ],
  ['uses test code', ({ from, to }) => to.isTest && !from.isTest],
  [
    'only the root puts the parts together',
    ({ from, to }) => isInside(from, to) && isPart(from) && isRoot(to) && !to.isTest,
  ],
  ['platform knows no module', ({ from, to }) => from.layer === 'platform' && to.layer === 'modules'],
  [
    'this module has no tier: give it one in modules/README.md',
    ({ from, to }) => isOtherPart(from, to, 'modules') && tierOf(from) < 0,
  ],
  [
    'a module is reached through its index only',
    ({ from, to, specifier }) => isOtherPart(from, to, 'modules') && specifier !== `#modules/${to.part}`,
  ],
  [
    'a module may import lower tiers only',
    ({ from, to }) => isOtherPart(from, to, 'modules') && tierOf(to) >= tierOf(from),
  ],
  [
    'a channel adapter may not import another',
    ({ from, to }) => from.adapter && to.adapter && from.adapter !== to.adapter,
  ],
  [
    'shared/ knows no feature and no app',
    ({ from, to }) => from.layer === 'shared' && ['features', 'app'].includes(to.layer),
  ],
  ['a feature may not import app/', ({ from, to }) => from.layer === 'features' && to.layer === 'app'],
  ['a feature may not import another', ({ from, to }) => isOtherPart(from, to, 'features')],
];

/** The sentence about a forbidden import; undefined if it is allowed. `target` is a path, or an outside package. */
export function violation(file, specifier, target) {
  const isOurs = target.startsWith('packages/');
  const facts = {
    from: placeOf(file),
    to: placeOf(isOurs ? target : ''),
    outside: isOurs ? '' : target,
    specifier,
  };
  return RULES.find(([, applies]) => applies(facts))?.[0];
}

/** packages/<package>/src/<layer>/<part>/[<adapter>/]… */
function placeOf(file) {
  const steps = file.split('/');
  const [, name = '', source, layer, part, adapter] = steps;
  const isTest = source === 'test' || source === 'fixtures' || /\.test\.tsx?$/.test(file);
  if (!LAYERS.has(layer)) return { package: name, layer: '', part: '', adapter: '', isTest };
  return {
    package: name,
    layer,
    part,
    adapter: part === 'channels' && steps.length > 6 ? adapter : '',
    isTest,
  };
}

/** Whether a file belongs to a part, and not to the root of the server or of a browser's app, which may import all parts. */
const isPart = ({ layer }) => Boolean(layer) && layer !== 'app';

const isRoot = ({ package: name, layer }) => !layer || (name === 'server' && layer === 'app');

const isInside = (from, to) => from.package === to.package;

const isForeign = (from, to) => Boolean(to.package) && !isInside(from, to);

const isOtherPart = (from, to, layer) => from.layer === layer && to.layer === layer && from.part !== to.part;

const tierOf = ({ part }) => TIERS.findIndex((tier) => tier.includes(part));

/** The tiers in the second column of that table, lowest first. */
function readTiers(readme) {
  const rows = [...readme.matchAll(/^\| \d+ \| ([^|]+) \|/gm)].flatMap(([, modules]) =>
    modules.split(', then '),
  );
  return rows.map((row) => [...row.matchAll(/`([a-z-]+)(?:\/\*)?`/g)].map(([, name]) => name));
}
