import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#test/harness/free-port.ts'

/** A body under its address, plain and packed as it was sent. */
export type ServedFile = { at: string; mediaType: string; plain: Buffer; gzip: Buffer | null }

export type Nginx = { port: number; close(): Promise<void> }

/** nginx with one worker and settings for speed, which serves exactly these bytes as files from its own folder. */
export async function startNginx(files: readonly ServedFile[]): Promise<Nginx> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'paddock-nginx-'))
  const port = await freePort()
  // If root starts nginx, the worker runs as another user and needs access.
  await chmod(folder, 0o755)
  await mkdir(path.join(folder, 'www'))
  for (const [index, { plain, gzip }] of files.entries()) {
    await writeFile(path.join(folder, 'www', String(index)), plain)
    if (gzip !== null) await writeFile(path.join(folder, 'www', `${index}.gz`), gzip)
  }
  await writeFile(path.join(folder, 'nginx.conf'), configuration(folder, port, files))
  const server = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  await listens(port)
  return {
    port,
    async close() {
      server.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Open files and their facts are kept, nothing is logged, and no connection is ever closed for its age. */
function configuration(folder: string, port: number, files: readonly ServedFile[]): string {
  const locations = files.map(({ at, mediaType }, index) => {
    const { pathname } = new URL(at, 'http://company')
    // An address ending in a slash names a folder to an alias.
    const file = pathname.endsWith('/')
      ? `root ${folder}/www; try_files /${index} =404;`
      : `alias ${folder}/www/${index};`
    return `location = ${pathname} { default_type "${mediaType}"; ${file} }`
  })
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`)
  return `daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr warn;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; gzip_static on; types { }
  keepalive_timeout 75; keepalive_requests 1000000000;
  open_file_cache max=1000 inactive=1h; open_file_cache_valid 1h; open_file_cache_min_uses 1;
  ${own.join(' ')}
  server { listen 127.0.0.1:${port};
    ${locations.join('\n    ')}
  }
}
`
}

/** Throws `skipped: …` if nginx isn't installed. */
export function nginxVersion(): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = spawn('nginx', ['-v'], { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    asked.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    asked.once('error', () => reject(new Error('skipped: needs the Debian package nginx')))
    asked.once('close', () => resolve(/nginx\/(\S+)/.exec(said)?.[1] ?? 'of an unknown version'))
  })
}

async function listens(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = net.connect({ port, host: '127.0.0.1' })
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
    await wait(50)
  }
  throw new Error('nginx did not start')
}
