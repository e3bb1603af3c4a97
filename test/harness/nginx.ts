import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ROOT } from '#server/platform/root.ts'
import { freePort } from './free-port.ts'

const PROGRAM = ['/usr/sbin/nginx', '/usr/local/sbin/nginx'].find((file) => existsSync(file))
const OPENSSL = ['/usr/bin/openssl'].find((file) => existsSync(file))

/** The configuration recommended in the docs. */
const NGINX_CONF = path.join(ROOT, 'deploy/nginx.conf')

export const hasNginx = PROGRAM !== undefined && OPENSSL !== undefined
/** For the titles of tests that need it. */
export const NGINX_MISSING = hasNginx ? '' : ' (skipped: needs the Debian packages nginx and openssl)'

/** `plainUrl`: the same without TLS, for clients that don't trust our certificate. */
export type TestNginx = { url: string; plainUrl: string; close(): Promise<void> }

/**
 * Starts nginx with the recommended configuration on loopback ports. Only addresses and paths differ from the file, and feed answers
 * name the sending process in `x-process`. `port`: where nginx listens; `processes`: the ports of the server processes.
 */
export async function openNginx(port: number, processes: readonly [number, number]): Promise<TestNginx> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'paddock-nginx-'))
  const main = path.join(folder, 'nginx.conf')
  const plain = await freePort()
  await writeFile(path.join(folder, 'paddock.conf'), await moved(folder, { port, plain }, processes))
  await writeFile(main, mainConfiguration(folder))
  makeCertificate(folder)
  const test = spawnSync(PROGRAM!, ['-t', '-q', '-c', main, '-e', path.join(folder, 'error.log')])
  if (test.status !== 0) throw new Error(`nginx refuses the configuration:\n${test.stderr.toString()}`)
  const child = spawn(PROGRAM!, ['-c', main, '-e', path.join(folder, 'error.log')], { stdio: 'inherit' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  // Testing the configuration leaves an empty file; the server writes its process id once it listens.
  while ((await readFile(path.join(folder, 'nginx.pid'), 'utf8').catch(() => '')) === '') {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`)
    await wait(20)
  }
  return {
    url: `https://localhost:${port}`,
    plainUrl: `http://127.0.0.1:${plain}`,
    async close() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The recommended file with other ports and paths. Every replaced text must occur, so that the file can't diverge unnoticed. */
async function moved(
  folder: string,
  { port, plain }: { port: number; plain: number },
  [one, two]: readonly [number, number],
): Promise<string> {
  let text = await readFile(NGINX_CONF, 'utf8')
  const places: [string, string][] = [
    ['server api-1:3000 ', `server 127.0.0.1:${one} `],
    ['server api-2:3000 ', `server 127.0.0.1:${two} `],
    ['listen 80;', `listen 127.0.0.1:${await freePort()};`],
    ['listen 443 ssl', `listen 127.0.0.1:${plain};\n  listen 127.0.0.1:${port} ssl`],
    ['/etc/nginx/certs/paddock.pem', `${folder}/paddock.pem`],
    ['/etc/nginx/certs/paddock.key', `${folder}/paddock.key`],
    ['/var/log/nginx/paddock.log', `${folder}/access.log`],
    ['location = /api/feed {', 'location = /api/feed {\n    add_header x-process $upstream_addr;'],
  ]
  for (const [from, to] of places) {
    if (text.split(from).length !== 2) throw new Error(`${NGINX_CONF} does not hold "${from}" once`)
    text = text.replace(from, to)
  }
  return text
}

function mainConfiguration(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 1024; }
http {
  default_type application/octet-stream;
${temporary.map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}
  include ${folder}/paddock.conf;
}
`
}

function makeCertificate(folder: string): void {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', `${folder}/paddock.key`, '-out', `${folder}/paddock.pem`]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const made = spawnSync(OPENSSL!, ['req', '-x509', '-days', '2', ...kind, ...subject, ...files])
  if (made.status !== 0) throw new Error(`openssl made no certificate:\n${made.stderr.toString()}`)
}
