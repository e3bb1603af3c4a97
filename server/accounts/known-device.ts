import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { App } from '#server/platform/app.ts'
import { senderOf } from '#server/platform/throttle/shared-throttle.ts'
import { noteIdentifier } from './identifiers/identifiers.ts'

/** The longest lifetime of a browser cookie. */
const LIFE_S = 400 * 86_400
const DEVICE_BYTES = 16
const ACCOUNT_BYTES = 16
const MAC_BYTES = 24
/** A family may share a computer; beyond this many, the account with the oldest sign-in is dropped. */
const ACCOUNTS_MAX = 5

/** A browser that has logged in before. `accounts`: the ids of the accounts it logged in to, the latest first. */
export type KnownDevice = { id: string; accounts: readonly string[] }

/**
 * Where a sign-in attempt comes from. A stranger is identified by network address only; a device on which the account's owner has logged in
 * before has its own limits, so that strangers' attempts cannot lock the owner out.
 */
export type Place = { key: string; isKnown: boolean }

function deviceCookieName(app: App): string {
  return isSecure(app) ? '__Host-paddock_device' : 'paddock_device'
}

/** The verified content of the request's device cookie; null if there is none that we signed. Reads no database. */
export function knownDevice(app: App, request: FastifyRequest): KnownDevice | null {
  const name = deviceCookieName(app)
  const found = request.headers.cookie?.split('; ').find((part) => part.startsWith(`${name}=`))
  const bytes = Buffer.from(found?.slice(name.length + 1) ?? '', 'base64url')
  const body = bytes.subarray(0, -MAC_BYTES)
  if (body.length < DEVICE_BYTES || (body.length - DEVICE_BYTES) % ACCOUNT_BYTES !== 0) return null
  if (!timingSafeEqual(bytes.subarray(-MAC_BYTES), macOf(app, body))) return null
  const accounts: string[] = []
  for (let at = DEVICE_BYTES; at < body.length; at += ACCOUNT_BYTES)
    accounts.push(idOf(body.subarray(at, at + ACCOUNT_BYTES)))
  return { id: body.subarray(0, DEVICE_BYTES).toString('base64url'), accounts }
}

/** Where this request comes from, as seen by an account; with `accountId` null the device is never known. */
export function placeOf(app: App, request: FastifyRequest, accountId: string | null): Place {
  const device = knownDevice(app, request)
  const isKnown = device !== null && accountId !== null && device.accounts.includes(accountId)
  return { key: isKnown ? `device ${device.id}` : `sender ${senderOf(request.ip)}`, isKnown }
}

/**
 * The Set-Cookie header after a sign-in: from now on this browser is known to the account, and the account's list of devices has it, so
 * that one browser with two accounts shows.
 */
export async function rememberDevice(app: App, request: FastifyRequest, accountId: string): Promise<string> {
  const known = knownDevice(app, request)
  const id = known === null ? randomBytes(DEVICE_BYTES) : Buffer.from(known.id, 'base64url')
  await noteIdentifier(app, app.db, accountId, 'device', id)
  const others = known?.accounts.filter((other) => other !== accountId) ?? []
  const accounts = [accountId, ...others].slice(0, ACCOUNTS_MAX)
  const body = Buffer.concat([id, ...accounts.map((each) => Buffer.from(each.replaceAll('-', ''), 'hex'))])
  const value = Buffer.concat([body, macOf(app, body)]).toString('base64url')
  const secure = isSecure(app) ? '; Secure' : ''
  return `${deviceCookieName(app)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${LIFE_S}${secure}`
}

function isSecure(app: App): boolean {
  return app.config.publicUrl.startsWith('https:')
}

function macOf(app: App, body: Buffer): Buffer {
  return app.keys.mac('known-device', body).subarray(0, MAC_BYTES)
}

function idOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
