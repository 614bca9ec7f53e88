import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Our packages point at their sources under this name, so that tests need no build.
const conditions = ['@trunkline/source'];
const source = {
  resolve: { conditions: [...conditions, 'module', 'browser', 'development|production'] },
  ssr: { resolve: { conditions: [...conditions, 'module', 'node', 'development|production'] } },
};

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const setupFiles = ['no-network', 'property-runs', 'patience', 'umask'].map((name) =>
  here(`scripts/lib/test-setup/${name}.mjs`),
);
/** `expect.poll` ends as soon as it succeeds: the limit is for machines that are busy. */
const patience = { expect: { poll: { timeout: 10_000 } } };

function nodeProject(name: string, root: string, extra = {}) {
  const include = ['**/*.test.{ts,mjs}'];
  const exclude = ['**/node_modules/**', '**/dist/**', '**/fixtures/**'];
  return {
    ...source,
    test: { name, root, include, exclude, environment: 'node', setupFiles, ...patience, ...extra },
  };
}

/** Browser packages bring plugins and, if they need one, an environment in their own Vite configuration. */
function browserProject(name: string) {
  const root = `packages/${name}`;
  const own = ['ts', 'mts', 'js', 'mjs']
    .map((ending) => `./${root}/vite.config.${ending}`)
    .find((file) => existsSync(file));
  // Value tests: to load everything anew for each file would take longer than they do.
  const include = ['src/**/*.test.{ts,tsx}'];
  const test = { name, root, include, setupFiles, isolate: false, testTimeout: 60_000, ...patience };
  return { ...source, ...(own && { extends: own }), root, test };
}

export default defineConfig({
  test: {
    maxWorkers: 3,
    tags: [{ name: 'full', description: 'Long, or against a real gateway: npm run test:full' }],
    slowTestThreshold: 3_000,
    projects: [
      nodeProject('contract', 'packages/contract'),
      nodeProject('server', 'packages/server', {
        isolate: false,
        globalSetup: [here('packages/server/test/database-cluster.ts')],
        // A test file gets its database in `beforeAll`, and a busy machine takes its time.
        hookTimeout: 60_000,
        testTimeout: 60_000,
      }),
      nodeProject('media', 'packages/media', { isolate: false }),
      nodeProject('simulator', 'packages/simulator'),
      browserProject('web'),
      browserProject('chat-widget'),
      browserProject('call-engine'),
      browserProject('call-client'),
      nodeProject('scripts', 'scripts', { testTimeout: 60_000 }),
    ],
  },
});
