import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const server = process.env['TRUNKLINE_SERVER'] ?? 'http://127.0.0.1:3000';
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const EMOJI_VERSION = '17.0.0';

/** Serves the emoji picker's data from our own server, so that nothing is fetched from elsewhere at run time. */
function emojiData(): Plugin {
  const require = createRequire(import.meta.url);
  const paths = new Map([
    ['en/data.json', require.resolve('emojibase-data/en/data.json')],
    ['en/messages.json', require.resolve('emojibase-data/en/messages.json')],
  ]);
  const folder = `assets/emoji-${EMOJI_VERSION}`;
  return {
    name: 'emoji-data',
    config: () => ({ define: { 'import.meta.env.EMOJI_URL': JSON.stringify(`/${folder}`) } }),
    configureServer(dev) {
      dev.middlewares.use(`/${folder}`, (request, response, next) => {
        const path = paths.get(request.url?.slice(1) ?? '');
        if (!path) return next();
        void readFile(path).then((data) => response.setHeader('content-type', 'application/json').end(data));
      });
    },
    async generateBundle() {
      for (const [name, path] of paths) {
        this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source: await readFile(path) });
      }
    },
  };
}

export default defineConfig({
  plugins: [react(), emojiData()],
  resolve: {
    alias: { '#shared': here('./src/shared'), '#features': here('./src/features') },
    conditions: ['@trunkline/source', 'module', 'browser', 'development|production'],
  },
  build: {
    // With older targets the build would replace light-dark() and nested colours.
    target: ['chrome123', 'firefox128', 'safari18'],
    outDir: 'dist',
    sourcemap: true,
    rolldownOptions: {
      treeshake: {
        // Has unused modules of the contract left out of a page's bundle, because declaring their schemas has no side
        // effects.
        moduleSideEffects: [{ test: /packages\/contract\/src/, sideEffects: false }],
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/widget', '/demo', '^/c/', '/call-engine', '/media', '/socket.io'].map((path) => [
        path,
        { target: server, ws: path === '/socket.io' || path === '/media' },
      ]),
    ),
  },
});
