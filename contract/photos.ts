/** Widths in which every photograph is kept, in pixels. The widest is at most that wide: nothing is enlarged. */
export const PHOTO_WIDTHS = [480, 960, 1600] as const
export type PhotoWidth = (typeof PHOTO_WIDTHS)[number]

/** Where a photograph of that name in the photo storage is served; 960 pixels wide unless said. */
export function photoUrlOf(name: string, width: PhotoWidth = 960): string {
  return `/photos/${name}-${width}.webp`
}

/** The same photograph in another width: `url` as the house sends it (960 pixels wide). Other URLs come back as they are. */
export function photoUrl(url: string, width: PhotoWidth): string {
  return url.replace(/^(\/photos\/[a-z0-9-]+)-\d+\.webp$/, `$1-${width}.webp`)
}
