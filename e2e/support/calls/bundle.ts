import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));

/** Bundles a program of `e2e/fixtures` with its imports into one script, whose exports are on `window.app`. */
export async function bundleOf(name: string): Promise<string> {
  const built = await build({
    root: FIXTURES,
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      lib: { entry: path.join(FIXTURES, name), formats: ['iife'], name: 'app' },
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  for (const one of outputs) {
    const script = 'output' in one ? one.output.find(({ type }) => type === 'chunk') : undefined;
    if (script?.type === 'chunk') return `${script.code}\nwindow.app = app;`;
  }
  throw new Error(`nothing was built of ${name}`);
}
