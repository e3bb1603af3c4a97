/** Widths in which every photo is stored, in pixels. The widest is at most that wide: nothing is enlarged. */
export const PHOTO_WIDTHS = [480, 960, 1600, 2560] as const
export type PhotoWidth = (typeof PHOTO_WIDTHS)[number]

/** Formats in which every photo is stored, the smallest files first. */
export const PHOTO_FORMATS = ['avif', 'webp', 'jpg'] as const
export type PhotoFormat = (typeof PHOTO_FORMATS)[number]

/** What a photo shows: the one closed list that the shot list, the gallery and the comparison use. */
export const SHOT_SLOTS = [
  'front-left',
  'front',
  'front-right',
  'right',
  'rear-right',
  'rear',
  'rear-left',
  'left',
  'interior-front',
  'interior-rear',
  'dashboard',
  'odometer',
  'engine',
  'boot',
  'wheels',
  'underbody',
  'vin-plate',
  'keys',
  'documents',
  'damage-1',
  'damage-2',
  'damage-3',
  'damage-4',
  'damage-5',
  'damage-6',
  'detail',
  'other',
] as const
export type ShotSlot = (typeof SHOT_SLOTS)[number]

/** A photo processed by the server is stored in all formats and widths; photos stored as delivered only as WebP, up to 1600 pixels. */
const ALL_KEPT = /^[0-9a-f]{32}$/
const IN_URL = /^\/photos\/([a-z0-9-]+)-\d+\.webp$/

/** The URL of a photo in the photo storage; by default 960 pixels wide. */
export function photoUrlOf(name: string, width: PhotoWidth = 960, format: PhotoFormat = 'webp'): string {
  return `/photos/${name}-${width}.${format}`
}

/** The same photo in another width: `url` as the server sends it (960 pixels wide). Other URLs are returned unchanged. */
export function photoUrl(url: string, width: PhotoWidth): string {
  return url.replace(IN_URL, (_, name: string) => photoUrlOf(name, width))
}

/** The width of a lot's first photo, as a `sizes` value. */
export const GALLERY_SIZES = '(min-width: 64rem) 56vw, 100vw'

export type PhotoSource = { type: string; srcSet: string }

const TYPES: Record<PhotoFormat, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

/**
 * All stored versions of a photo, for `<picture>`: one source per format, the best first. `widest`: the photo's own width in pixels, if
 * known; larger widths are not offered. Empty for URLs that are not ours.
 */
export function photoSources(url: string, widest: number = Number.POSITIVE_INFINITY): PhotoSource[] {
  const name = IN_URL.exec(url)?.[1]
  if (name === undefined) return []
  const isAllKept = ALL_KEPT.test(name)
  const kept = PHOTO_WIDTHS.filter((width) => isAllKept || width <= 1600)
  // The first width at or above the photo's own contains all of its detail.
  const last = kept.findIndex((width) => width >= widest)
  const offered = last === -1 ? kept : kept.slice(0, last + 1)
  return PHOTO_FORMATS.filter((format) => isAllKept || format === 'webp').map((format) => ({
    type: TYPES[format],
    srcSet: offered.map((width) => `${photoUrlOf(name, width, format)} ${Math.min(width, widest)}w`).join(', '),
  }))
}
