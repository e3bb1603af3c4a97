import { fileURLToPath } from 'node:url'
import { build as viteBuild, type InlineConfig, type Plugin } from 'vite'

/** Vite's `build`, in which one file of `web/fast-start` is replaced by its plain way. Stands in for Vite in `bin/build.mjs`. */
export function build(config: InlineConfig) {
  const name = process.env['PADDOCK_PLAIN'] ?? ''
  const plugin: Plugin = {
    name: 'paddock-plain',
    enforce: 'pre',
    resolveId(source) {
      if (!source.includes(`fast-start/${name}.`)) return null
      return fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
    },
  }
  return viteBuild({ ...config, plugins: [plugin] })
}
