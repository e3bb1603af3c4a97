import { plural, t } from '#web/platform/language/text.ts'

/** How many photos there are; or how many of how many, where the imported file named more. */
export function photoWords({ photoCount, photosExpected }: { photoCount: number; photosExpected: number }): string {
  if (photosExpected > photoCount)
    return t`${photoCount} of ${plural(photosExpected, { one: '# photo', other: '# photos' })}`
  if (photoCount === 0) return t`no photos`
  return plural(photoCount, { one: '# photo', other: '# photos' })
}
