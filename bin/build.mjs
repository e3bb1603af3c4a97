// Builds the client (dist/web) and the server (dist/server) in parallel.
import { rm, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build as bundle } from 'esbuild'
import { build as buildClient } from 'vite'
import { ROOT } from './toolbox.mjs'

const WEB = path.join(ROOT, 'dist/web')
const SERVER = path.join(ROOT, 'dist/server')
const COMPRESSED = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest'])

await rm(SERVER, { recursive: true, force: true })
await Promise.all([client(), server()])

async function client() {
  await buildClient({ root: path.join(ROOT, 'web'), configFile: path.join(ROOT, 'vite.config.ts'), logLevel: 'warn' })
  const files = await readdir(WEB, { recursive: true })
  await Promise.all(
    files.filter((file) => COMPRESSED.has(path.extname(file))).map((file) => compress(path.join(WEB, file))),
  )
}

async function server() {
  await bundle({
    entryPoints: {
      main: path.join(ROOT, 'server/main.ts'),
      'create-owner': path.join(ROOT, 'server/create-owner.ts'),
      demo: path.join(ROOT, 'demo/main.ts'),
      bidders: path.join(ROOT, 'demo/bidders.ts'),
      // Entry points started as threads, by their names next to the bundle.
      'table-worker': path.join(ROOT, 'server/platform/table/table-worker.ts'),
      'vin-worker': path.join(ROOT, 'server/lots/vehicles/vin-worker.ts'),
      'vpic-decoder': path.join(ROOT, 'server/lots/vehicles/vpic-decoder.ts'),
      'decode-worker': path.join(ROOT, 'server/platform/images/decode-worker.ts'),
      'pdf-worker': path.join(ROOT, 'server/platform/pdf/pdf-worker.ts'),
      // Entry points started as processes, likewise.
      'photo-worker-process': path.join(ROOT, 'server/platform/images/photo-worker-process.ts'),
    },
    outdir: SERVER,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
  })
}

/** Compressed once here, at the highest level, so that the server only sends bytes. */
async function compress(file) {
  const content = await readFile(file)
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, best))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}
