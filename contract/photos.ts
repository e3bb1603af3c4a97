/** Widths in which every photograph is kept, in pixels. The widest is at most that wide: nothing is enlarged. */
export const PHOTO_WIDTHS = [480, 960, 1600, 2560] as const
export type PhotoWidth = (typeof PHOTO_WIDTHS)[number]

/** Formats in which every photograph is kept, the smallest files first. */
export const PHOTO_FORMATS = ['avif', 'webp', 'jpg'] as const
export type PhotoFormat = (typeof PHOTO_FORMATS)[number]

/** What a photograph shows: the one closed list that the shot list, the gallery and the comparison speak of. */
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

/** A photograph that the house made ready itself is kept in all formats and widths; pictures placed ready-made only as WebP, to 1600. */
const ALL_KEPT = /^[0-9a-f]{32}$/
const IN_URL = /^\/photos\/([a-z0-9-]+)-\d+\.webp$/

/** Where a photograph of that name in the photo storage is served; 960 pixels wide unless said. */
export function photoUrlOf(name: string, width: PhotoWidth = 960, format: PhotoFormat = 'webp'): string {
  return `/photos/${name}-${width}.${format}`
}

/** The same photograph in another width: `url` as the house sends it (960 pixels wide). Other URLs come back as they are. */
export function photoUrl(url: string, width: PhotoWidth): string {
  return url.replace(IN_URL, (_, name: string) => photoUrlOf(name, width))
}

/** How wide the first photograph of a lot is, as `sizes` says it. */
export const GALLERY_SIZES = '(min-width: 64rem) 56vw, 100vw'

export type PhotoSource = { type: string; srcSet: string }

const TYPES: Record<PhotoFormat, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

/**
 * All that is kept of a photograph, for `<picture>`: one source a format, the best first. `widest`: pixels of the photograph itself,
 * where it is known; wider ones are not offered. None for URLs that are not the house's.
 */
export function photoSources(url: string, widest: number = Number.POSITIVE_INFINITY): PhotoSource[] {
  const name = IN_URL.exec(url)?.[1]
  if (name === undefined) return []
  const isAllKept = ALL_KEPT.test(name)
  const kept = PHOTO_WIDTHS.filter((width) => isAllKept || width <= 1600)
  // The first width that is not below the photograph's own holds all of it.
  const last = kept.findIndex((width) => width >= widest)
  const offered = last === -1 ? kept : kept.slice(0, last + 1)
  return PHOTO_FORMATS.filter((format) => isAllKept || format === 'webp').map((format) => ({
    type: TYPES[format],
    srcSet: offered.map((width) => `${photoUrlOf(name, width, format)} ${Math.min(width, widest)}w`).join(', '),
  }))
}
