import sharp from 'sharp'
import { withCheckDigit, yearCharacter } from '#contract/lots/vin.ts'

export const LOTS = 40
export const PHOTOS_PER_LOT = 3

const HEADER =
  'Stock #,VIN,Year,Make,Model,Body Style,Odometer,Title,Has Keys,Run & Drive,Transmission,Drive,Fuel,Color,Seller Type,Yard,Seller,Opening Bid,Reserve'

const stockNumber = (index: number) => `N-${101 + index}`

/** A seller's list of pickups, opening at $100 each; the second has a reserve of $9,000. `seller`: the code. */
export function fortyLots(seller: string): Buffer {
  const rows = Array.from({ length: LOTS }, (_, index) => {
    const vin = withCheckDigit(`1FTFW1ET0${yearCharacter(2014)}K${String(200_000 + index)}`)
    const facts = `2014,Ford,F-150,Pickup,"${(60_000 + 911 * index).toLocaleString('en-US')} mi (actual)",Clear,Yes,Run and Drive`
    const rest = `Automatic,4WD,Gasoline,White,Dealer,Springfield,${seller},$100,${index === 1 ? '$9000' : ''}`
    return `${stockNumber(index)},${vin},${facts},${rest}`
  })
  return Buffer.from([HEADER, ...rows, ''].join('\r\n'))
}

export type SentFile = { name: string; mimeType: string; buffer: Buffer }

/** Three small photos of each lot, each of another color and named by stock number and view. */
export function theirPhotos(): Promise<SentFile[]> {
  const views = ['front', 'rear', 'interior']
  return Promise.all(
    Array.from({ length: LOTS * PHOTOS_PER_LOT }, async (_, index) => {
      const [lot, view] = [Math.floor(index / PHOTOS_PER_LOT), index % PHOTOS_PER_LOT]
      const background = { r: 6 * lot, g: 80 * view, b: 120 }
      const drawn = sharp({ create: { width: 48, height: 32, channels: 3, background } })
      const name = `${stockNumber(lot)} ${views[view]}.jpg`
      return { name, mimeType: 'image/jpeg', buffer: await drawn.jpeg().toBuffer() }
    }),
  )
}
