import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import type { App } from '#server/platform/app.ts'
import { brandPicture } from '#server/platform/brand-picture.ts'
import { drawInThread } from '#server/platform/pdf/pdf-thread.ts'
import type { Mark } from '#server/platform/pdf/poster.ts'
import { perApp } from '#server/platform/per-app.ts'

type Brand = Pick<CompanyTerms, 'companyName' | 'brand'>

/** By file name: its size in pixels, and how much of its width the mark takes. Launchers crop maskable icons to a circle or a square. */
export const ICONS = {
  '180.png': { size: 180, share: 0.86, kind: 'icon' },
  '192.png': { size: 192, share: 0.94, kind: 'icon' },
  '512.png': { size: 512, share: 0.94, kind: 'icon' },
  'maskable-512.png': { size: 512, share: 0.73, kind: 'icon' },
  // Beside a notification: systems show only its shape.
  'badge-96.png': { size: 96, share: 1, kind: 'badge' },
} as const
export type IconName = keyof typeof ICONS

const INK = '#10151b'
const PAPER = '#ffffff'
/** As in `web/ui/tokens.css`. */
const USUAL_ACCENT = '#ffcf1a'
/** A logo wider than this is a line of letters that nobody could read in an icon: the icon is then the initial on a plate. */
const LOGO_RATIO_MAX = 2

/** Changes with everything that an icon shows: the URL of an icon names it, so that browsers may keep the icon for good. */
export function iconVersion({ companyName, brand }: Brand): string {
  const shown = JSON.stringify([initialOf(companyName), brand.accent, brand.logo])
  return createHash('sha256').update(shown).digest('hex').slice(0, 12)
}

export function iconPath(brand: Brand, name: IconName): string {
  return `/icons/${name}?v=${iconVersion(brand)}`
}

/** The icons of the present brand, each drawn once. */
const drawnIcons = perApp(() => ({ version: '', icons: new Map<IconName, Promise<Buffer>>() }))

/** The icon as it is now; a failed drawing is tried again with the next request. */
export function brandIcon(app: App, brand: Brand, name: IconName): Promise<Buffer> {
  const drawn = drawnIcons(app)
  const version = iconVersion(brand)
  if (drawn.version !== version) Object.assign(drawn, { version, icons: new Map() })
  const { icons } = drawn
  const known = icons.get(name)
  if (known !== undefined) return known
  const icon = drawIcon(app, brand, name)
  icons.set(name, icon)
  icon.catch(() => icons.delete(name))
  return icon
}

async function drawIcon(app: App, brand: Brand, name: IconName): Promise<Buffer> {
  const { size, share, kind } = ICONS[name]
  const logo = kind === 'icon' ? await squareLogo(app, brand.brand.logo) : null
  if (logo !== null) return onPaper(logo, size, share)
  const marks = kind === 'icon' ? plate(brand, size, share) : letter(brand, size, { x: 0, width: size, color: PAPER })
  const drawing = { as: 'svg' as const, title: brand.companyName, author: brand.companyName, at: 0 }
  const svg = await drawInThread({ ...drawing, width: size, height: size, marks })
  return sharp(svg).png().toBuffer()
}

async function squareLogo(app: App, path: string | null): Promise<Buffer | null> {
  const logo = await brandPicture(app.db, path)
  if (logo === undefined) return null
  const { width, height } = await sharp(logo).metadata()
  return width <= height * LOGO_RATIO_MAX ? logo : null
}

async function onPaper(logo: Buffer, size: number, share: number): Promise<Buffer> {
  const extent = Math.round(size * share * 0.8)
  const inside = await sharp(logo).resize({ width: extent, height: extent, fit: 'inside' }).png().toBuffer()
  return sharp({ create: { width: size, height: size, channels: 3, background: PAPER } })
    .composite([{ input: inside }])
    .png()
    .toBuffer()
}

/** A license plate with the company's initial, on white: phones put a transparent icon on black. */
function plate(brand: Brand, size: number, share: number): Mark[] {
  const width = size * share
  const height = width * 0.7
  const x = (size - width) / 2
  const y = (size - height) / 2
  const color = brand.brand.accent ?? USUAL_ACCENT
  const inset = (by: number) => ({ x: x + by, y: y + by, width: width - 2 * by, height: height - 2 * by })
  return [
    { does: 'fill', x: 0, y: 0, width: size, height: size, color: PAPER },
    { does: 'fill', ...inset(0), color, radius: width * 0.1 },
    { does: 'fill', ...inset(width * 0.034), color: INK, radius: width * 0.075 },
    { does: 'fill', ...inset(width * 0.068), color, radius: width * 0.045 },
    ...letter(brand, size, { x, width, color: INK }),
  ]
}

function letter(
  { companyName }: Brand,
  size: number,
  { x, width, color }: { x: number; width: number; color: string },
): Mark[] {
  const text = initialOf(companyName)
  const box = { x, y: 0, width, height: size }
  return [{ does: 'text', text, ...box, size: width * 0.58, strong: true, center: true, color }]
}

/** The first letter or digit. */
function initialOf(companyName: string): string {
  return (/[\p{L}\p{N}]/u.exec(companyName)?.[0] ?? '').toLocaleUpperCase('en-US')
}
