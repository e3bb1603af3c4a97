import path from 'node:path'
import { ROOT } from '#server/platform/root.ts'

export const BUNDLED_DOM = path.join(ROOT, 'node_modules/.cache/tests/happy-dom.mjs')

/** Puts the simulated browser into one file: each file of screen tests loads it, and one file loads faster than 600 modules. */
export default async function setUp(): Promise<void> {
  // Not for the workers, which only read the path.
  const { build } = await import('esbuild')
  await build({
    stdin: { contents: `export * from 'happy-dom'`, resolveDir: ROOT },
    outfile: BUNDLED_DOM,
    bundle: true,
    // Failures print elements by the names of their classes.
    keepNames: true,
    format: 'esm',
    platform: 'node',
    plugins: [
      {
        name: 'only-the-dom',
        setup: ({ onResolve }) =>
          // Its own dependencies are found from where the bundle is.
          onResolve({ filter: /^[^.]/ }, ({ path: name }) =>
            name === 'happy-dom' ? undefined : { path: name, external: true },
          ),
      },
    ],
    logLevel: 'warning',
  })
}
