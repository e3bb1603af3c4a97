import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwind(), serviceWorker()],
  build: { outDir: '../dist/web', emptyOutDir: true, target: 'es2023', modulePreload: { polyfill: false } },
})

/** Writes into sw.js which build it belongs to: a new build is a new worker, and the page offers to change over. */
function serviceWorker(): Plugin {
  return {
    name: 'paddock-service-worker',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const names = Object.keys(bundle).toSorted()
      const build = createHash('sha256').update(names.join()).digest('hex').slice(0, 12)
      const file = join(dir ?? '', 'sw.js')
      const source = await readFile(file, 'utf8')
      await writeFile(file, source.replace("'development'", `'${build}'`))
    },
  }
}
