/** How many photos there are; or how many of how many, where the imported file named more. */
export function photoWords({ photoCount, photosExpected }: { photoCount: number; photosExpected: number }): string {
  if (photosExpected > photoCount) return `${photoCount} of ${photosExpected} photos`
  if (photoCount === 0) return 'no photos'
  return photoCount === 1 ? '1 photo' : `${photoCount} photos`
}
