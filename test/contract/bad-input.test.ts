import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { register } from '#contract/accounts/accounts.ts'
import { ENDPOINTS } from '#contract/all.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { ProblemBody, type FieldFault } from '#contract/platform/problem.ts'
import { ROOT } from '#server/platform/root.ts'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import { mutantsOf, wireText, type Mutant } from './mutants.ts'
import { nameOf as plainName } from '#server/platform/plain-words.ts'
import { addressOf, inLanes, nameOf, send, type Answer } from './requests.ts'
import { jsonSchema, sampleOf, type Known } from './samples.ts'
import { contentsOf, untilQuiet } from './tables.ts'

const LANES = 8

let server: TestServer
let known: Known
/** Has every access level. Form data also needs an account that may still submit a document. */
let owner: string
let newcomer: string

beforeAll(async () => {
  server = await openTestServer()
  const { pool } = server.app
  owner = (await castPerson(pool, { name: 'Olga', role: 'owner' })).token
  newcomer = (await castPerson(pool, { name: 'Ada', verification: 'pending' })).token
  const subject = await castPerson(pool, { name: 'Elif' })
  const lot = await castLot(server.app)
  const codes = await pool.query<{ referral_code: string }>('select referral_code from account where id = $1', [
    subject.id,
  ])
  known = {
    lotId: lot.lotId,
    lotNumber: lot.lotNumber,
    auctionId: lot.auctionId,
    accountId: subject.id,
    amount: 10_000,
    referralCode: codes.rows[0]!.referral_code,
  }
  await untilQuiet(pool)
})

afterAll(() => server.close())

const named = (endpoints: readonly Endpoint[]) => endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const)
const WITH_FIELDS = named(ENDPOINTS.filter((endpoint) => Object.keys(schemasOf(endpoint)).length > 0))
const WITH_JSON = named(ENDPOINTS.filter(({ body }) => body !== undefined && body !== 'multipart'))
const WITH_FORM = named(ENDPOINTS.filter(({ body }) => body === 'multipart'))

function schemasOf({ params, query, body }: Endpoint) {
  return {
    ...(params === undefined ? {} : { params: jsonSchema(params) }),
    ...(query === undefined ? {} : { query: jsonSchema(query) }),
    ...(body === undefined || body === 'multipart' ? {} : { body: jsonSchema(body) }),
  }
}

/** Whether the contract accepts one place of an input, as it arrives there. */
function taken(endpoint: Endpoint, { place, input }: Mutant): boolean {
  const schema = endpoint[place] as z.ZodMiniType
  const arrives = place === 'body' ? (JSON.parse(wireText(input.body) ?? '{}') as unknown) : input[place]
  return schema.safeParse(arrives).success && !JSON.stringify(arrives).match(/\\u0000|\\ud800/)
}

function takesNothing({ body }: Endpoint): boolean {
  return typeof body === 'object' && body.safeParse({}).success
}

function sendMutant(endpoint: Endpoint, { input }: Mutant): Promise<Answer> {
  const body = endpoint.body === undefined ? undefined : wireText(input.body)
  return send(server.url + addressOf(endpoint, input), { method: endpoint.method, token: owner, body })
}

/** The contract's own messages for errors: the texts of its files. */
const CONTRACT = readdirSync(path.join(ROOT, 'contract'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(path.join(ROOT, 'contract', file), 'utf8'))
  .join('')

const JARGON = /invalid|undefined|null\b.*received|expected|regex|schema|parse|zod|uuid|json pointer|[{}]/i

function faultsOf({ json }: Answer): FieldFault[] {
  const { details } = json as ProblemBody
  return (details?.['fields'] ?? []) as FieldFault[]
}

/** What is wrong with an answer to a bad input, in one line; null for a good answer. */
function complaint({ what, place, field }: Mutant, answer: Answer): string | null {
  const describeFailure = (why: string) =>
    `${place} ${field || 'itself'} as ${what}: ${why}: ${answer.status} ${answer.text}`
  if (answer.status !== 400) return describeFailure('not 400')
  if (!ProblemBody.safeParse(answer.json).success) return describeFailure('another shape')
  const faults = faultsOf(answer)
  const fault = faults.find((each) => each.field === field || each.field.startsWith(`${field}.`)) ?? null
  if (field !== '' && fault === null) return describeFailure('the field is not named')
  for (const { message } of faults) {
    if (!/^[A-Z].*\.$/.test(message) || JARGON.test(message)) return describeFailure('not plain words')
  }
  const { message } = answer.json as ProblemBody
  if (!faults.some((each) => each.message === message)) return describeFailure('the message is not of a field')
  const words = (fault?.field ?? '').split('.').findLast((part) => !/^\d*$/.test(part)) ?? ''
  const own = fault !== null && CONTRACT.includes(`'${fault.message}'`)
  const isNamed = (message: string) =>
    lettersOf(message).includes(lettersOf(words)) || message.startsWith(plainName([words]))
  if (fault !== null && !own && !isNamed(fault.message)) return describeFailure('the sentence does not name the field')
  return null
}

describe('input outside the contract is a 400 that names the field in plain words, and changes nothing:', () => {
  test.each(WITH_FIELDS)('%s', async (_, endpoint) => {
    const mutants = mutantsOf(schemasOf(endpoint), sampleOf(endpoint, known)).filter((each) => !taken(endpoint, each))
    expect(mutants.length).toBeGreaterThan(0)
    const before = await contentsOf(server.app.pool)
    const complaints = await inLanes(mutants, LANES, async (mutant) =>
      complaint(mutant, await sendMutant(endpoint, mutant)),
    )
    expect(complaints.filter((each) => each !== null)).toEqual([])
    expect(await contentsOf(server.app.pool)).toEqual(before)
  })
})

describe('an unreadable body is refused in the standard shape and changes nothing:', () => {
  const json = 'application/json'
  /** The last one is equivalent to an empty object, which is valid if no field is required. */
  type Row = [what: string, body: string | undefined, type: string | undefined, status: number, mayBeNothing?: true]
  const BODIES: Row[] = [
    ['no body', undefined, undefined, 400, true],
    ['an empty body', '', json, 400],
    ['no JSON', '{"amount":', json, 400],
    ['words', 'hello', json, 400],
    ['NaN', '{"amount":NaN}', json, 400],
    ['a list', '[]', json, 400],
    ['a text', '"hello"', json, 400],
    ['a number', '1', json, 400],
    ['null', 'null', json, 400],
    ['a prototype', '{"__proto__":{"role":"owner"}}', json, 400],
    ['a constructor', '{"constructor":{"prototype":{"role":"owner"}}}', json, 400],
    ['deep nesting', `${'['.repeat(9000)}${']'.repeat(9000)}`, json, 400],
    ['a form', 'amount=1', 'application/x-www-form-urlencoded', 415],
    ['XML', '<amount>1</amount>', 'application/xml', 415],
    ['plain text', '{}', 'text/plain', 415],
    ['an invalid type', '{}', 'json', 415],
    ['too much', JSON.stringify({ filler: 'x'.repeat(70_000) }), json, 413],
  ]

  test.each(WITH_JSON)('%s', async (_, endpoint) => {
    const before = await contentsOf(server.app.pool)
    const address = server.url + addressOf(endpoint, sampleOf(endpoint, known))
    const bodies = BODIES.filter(([, , , , mayBeNothing]) => mayBeNothing !== true || !takesNothing(endpoint))
    const answers = await inLanes(bodies, LANES, async ([what, body, type]) => {
      const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
      const answer = await send(address, { method: endpoint.method, token: owner, body, headers })
      return [what, answer.status, ProblemBody.safeParse(answer.json).success]
    })
    expect(answers).toEqual(bodies.map(([what, , , status]) => [what, status, true]))
    expect(await contentsOf(server.app.pool)).toEqual(before)
  })
})

describe('an unreadable form is refused in the standard shape and changes nothing:', () => {
  const broken = (text: string) => [text, 'multipart/form-data; boundary=x'] as const
  const FORMS: Record<string, readonly [body: string, type: string]> = {
    JSON: ['{}', 'application/json'],
    nothing: broken(''),
    'no boundary': ['--x--', 'multipart/form-data'],
    'an empty form': broken('--x--\r\n'),
    'a form that ends in the middle': broken('--x\r\ncontent-disposition: form-data; name="kind"\r\n\r\npass'),
    'a field named like a prototype': broken(
      '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nowner\r\n--x--\r\n',
    ),
    'many fields': broken(
      `${Array.from({ length: 50 }, (_, index) => `--x\r\ncontent-disposition: form-data; name="f${index}"\r\n\r\n1\r\n`).join('')}--x--\r\n`,
    ),
  }

  test.each(WITH_FORM)('%s', async (_, endpoint) => {
    const before = await contentsOf(server.app.pool)
    const address = server.url + addressOf(endpoint, sampleOf(endpoint, known))
    for (const token of [owner, newcomer]) {
      for (const [what, [body, type]] of Object.entries(FORMS)) {
        const answer = await send(address, { method: endpoint.method, token, body, headers: { 'content-type': type } })
        expect(ProblemBody.safeParse(answer.json).success, `${what}: ${answer.text}`).toBe(true)
        expect(answer.status, `${what}: ${answer.text}`).toBeGreaterThanOrEqual(400)
        expect(answer.status, `${what}: ${answer.text}`).toBeLessThan(500)
      }
    }
    expect(await contentsOf(server.app.pool)).toEqual(before)
  })
})

describe('no body raises anybody’s access:', () => {
  const WISHES = {
    role: 'owner',
    hasPaidMembershipFee: true,
    has_paid_membership_fee: true,
    verificationStatus: 'verified',
    verification_status: 'verified',
    idDocument: { submittedAt: 1, kind: 'passport', state: 'approved' },
    accountStatus: 'active',
    account_status: 'active',
    biddingLimit: null,
    paddle: 1,
    id: '01890000-0000-7000-8000-000000000001',
    accountId: '01890000-0000-7000-8000-000000000001',
    demo: true,
    isAdmin: true,
  }
  const RIGHTS = `role, has_paid_membership_fee, verification_status, id_document is null as undocumented, account_status,
    bidding_limit, demo`

  test.each(WITH_JSON)('%s', async (_, endpoint) => {
    const { pool } = server.app
    const modest = await castPerson(pool, { name: 'Dana', hasPaid: false, verification: 'pending', biddingLimit: 5 })
    const dismissed = await castPerson(pool, { name: 'Boris', status: 'suspended', biddingLimit: 5 })
    const people = [modest.id, dismissed.id]
    const rights = () => pool.query(`select ${RIGHTS} from account where id = any($1) order by id`, [people])
    const strangers = `select ${RIGHTS} from account where created_at >= $1 and id <> all($2)`
    const before = (await rights()).rows
    const { now } = (await pool.query<{ now: string }>('select clock_timestamp()::text as now')).rows[0]!
    for (const token of [undefined, modest.token, dismissed.token]) {
      const input = sampleOf(endpoint, known)
      const body = JSON.stringify({ ...(input.body as object), ...WISHES, ...(input.body as object) })
      await send(server.url + addressOf(endpoint, input), { method: endpoint.method, token, body })
    }
    expect((await rights()).rows).toEqual(before)
    const newcomers = (await pool.query(strangers, [now, people])).rows
    expect(newcomers).toHaveLength(endpoint === register ? 3 : 0)
    for (const newcomer of newcomers) {
      expect(newcomer).toEqual({
        role: 'member',
        has_paid_membership_fee: false,
        verification_status: 'pending',
        undocumented: true,
        account_status: 'active',
        bidding_limit: null,
        demo: false,
      })
    }
  })
})

describe('no input that the contract accepts makes the server fail:', () => {
  test.each(WITH_FIELDS)('%s', async (_, endpoint) => {
    const odd = mutantsOf(schemasOf(endpoint), sampleOf(endpoint, known)).filter((each) => taken(endpoint, each))
    const failures = await inLanes(odd, LANES, async (mutant) => {
      const { status, text } = await sendMutant(endpoint, mutant)
      return status < 500 ? null : `${mutant.place} ${mutant.field} as ${mutant.what}: ${status} ${text}`
    })
    expect(failures.filter((each) => each !== null)).toEqual([])
  })
})

/** A field's name and its label have the same letters: `lateFee`, `late-fee`, `late fee`. */
function lettersOf(text: string): string {
  return text.replaceAll(/[ -]/g, '').toLowerCase()
}
