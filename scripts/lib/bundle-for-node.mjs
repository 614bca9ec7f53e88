/** Packages that are not bundled, because they look for files or binaries beside their own. */
const EXTERNAL = ['@fastify/swagger-ui', '@node-rs/argon2'];

/**
 * The configuration of Vite that writes programs for Node.js to `dist/bundle`, each with all that it imports: to find and read
 * thousands of small files takes longer than the rest of a start (docs/decisions/0045-servers-in-few-files.md).
 * @param {Record<string, string>} programs source file by name
 * @returns {import('vite').UserConfig}
 */
export const bundleForNode = (programs) => ({
  build: {
    ssr: true,
    outDir: 'dist/bundle',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rolldownOptions: {
      input: programs,
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
  ssr: { noExternal: true, external: EXTERNAL, resolve: { conditions: ['@trunkline/source', 'node'] } },
});
