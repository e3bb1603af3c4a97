import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { House } from '#server/platform/house.ts'
import { senderOf } from '#server/platform/throttle/shared-throttle.ts'
import { noteIdentifier } from './identifiers/identifiers.ts'

/** As long as browsers keep a cookie. */
const LIFE_S = 400 * 86_400
const DEVICE_BYTES = 16
const ACCOUNT_BYTES = 16
const MAC_BYTES = 24
/** A family shares a computer; whoever logged in longest ago makes room. */
const ACCOUNTS_MAX = 5

/** A browser in which somebody logged in before. `accounts`: the ids of theirs, the latest first. */
export type KnownDevice = { id: string; accounts: readonly string[] }

/**
 * Where somebody tries from. A stranger is known by the network alone; a device where the owner of the account logged in before has
 * limits of its own, so that no stranger's tries keep the owner out.
 */
export type Place = { key: string; isKnown: boolean }

export function deviceCookieName(house: House): string {
  return isSecure(house) ? '__Host-paddock_device' : 'paddock_device'
}

/** What the request's device cookie proves; null where there is none that we signed. Looks nothing up. */
export function knownDevice(house: House, request: FastifyRequest): KnownDevice | null {
  const name = deviceCookieName(house)
  const found = request.headers.cookie?.split('; ').find((part) => part.startsWith(`${name}=`))
  const bytes = Buffer.from(found?.slice(name.length + 1) ?? '', 'base64url')
  const body = bytes.subarray(0, -MAC_BYTES)
  if (body.length < DEVICE_BYTES || (body.length - DEVICE_BYTES) % ACCOUNT_BYTES !== 0) return null
  if (!timingSafeEqual(bytes.subarray(-MAC_BYTES), macOf(house, body))) return null
  const accounts: string[] = []
  for (let at = DEVICE_BYTES; at < body.length; at += ACCOUNT_BYTES)
    accounts.push(idOf(body.subarray(at, at + ACCOUNT_BYTES)))
  return { id: body.subarray(0, DEVICE_BYTES).toString('base64url'), accounts }
}

/** Where this request comes from, as seen by an account; null: by an address that is nobody's. */
export function placeOf(house: House, request: FastifyRequest, accountId: string | null): Place {
  const device = knownDevice(house, request)
  const isKnown = device !== null && accountId !== null && device.accounts.includes(accountId)
  return { key: isKnown ? `device ${device.id}` : `sender ${senderOf(request.ip)}`, isKnown }
}

/**
 * The Set-Cookie header after a log-in: from now on this browser is known to the account, and the account's list of devices has it, so
 * that one browser with two accounts shows.
 */
export async function rememberDevice(house: House, request: FastifyRequest, accountId: string): Promise<string> {
  const known = knownDevice(house, request)
  const id = known === null ? randomBytes(DEVICE_BYTES) : Buffer.from(known.id, 'base64url')
  await noteIdentifier(house, house.db, accountId, 'device', id)
  const others = known?.accounts.filter((other) => other !== accountId) ?? []
  const accounts = [accountId, ...others].slice(0, ACCOUNTS_MAX)
  const body = Buffer.concat([id, ...accounts.map((each) => Buffer.from(each.replaceAll('-', ''), 'hex'))])
  const value = Buffer.concat([body, macOf(house, body)]).toString('base64url')
  const secure = isSecure(house) ? '; Secure' : ''
  return `${deviceCookieName(house)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${LIFE_S}${secure}`
}

function isSecure(house: House): boolean {
  return house.config.publicUrl.startsWith('https:')
}

function macOf(house: House, body: Buffer): Buffer {
  return house.keys.mac('known-device', body).subarray(0, MAC_BYTES)
}

function idOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
