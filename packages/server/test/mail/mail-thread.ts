import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Builds the program of the threads that read mails, as Node cannot run it from the sources. */
export async function buildMailThread(): Promise<string> {
  // Below node_modules, where it finds the packages that it needs.
  const outDir = here(`../../node_modules/.trunkline/mail-thread-${process.pid}`);
  await build({
    configFile: false,
    logLevel: 'error',
    root: here('../..'),
    build: {
      ssr: here('../../src/modules/channels/email/parsing/mail-thread.ts'),
      outDir,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'mail-thread.mjs' } },
    },
    ssr: { noExternal: [/^@trunkline\//], resolve: { conditions: ['@trunkline/source'] } },
    resolve: { conditions: ['@trunkline/source'] },
  });
  return path.join(outDir, 'mail-thread.mjs');
}
