import { expect, test } from 'vitest'
import { type MatchedLot, matchPhotos } from './match-photos.ts'

const lot = (id: string, own: Partial<MatchedLot>): MatchedLot => ({
  id,
  vehicleId: `v${id}`,
  lotNumber: 1,
  title: 'A car',
  vin: null,
  stockNumber: null,
  ...own,
})

const LOTS = [
  lot('a', { lotNumber: 101, stockNumber: 'S-12', vin: '1FTRF12255NA11111' }),
  lot('b', { lotNumber: 102, stockNumber: 'S-1', vin: 'WVWZZZ1K0BP222222' }),
  lot('c', { lotNumber: 103, stockNumber: '7' }),
  lot('d', { lotNumber: 104, stockNumber: '40012', vin: '1HGCM82633A333333' }),
]

const match = (...paths: string[]) => {
  const { byLot, unmatched } = matchPhotos(
    paths.map((path) => ({ path, file: new File([], path) })),
    LOTS,
  )
  const found = Object.fromEntries([...byLot].map(([id, files]) => [id, files.map(({ path }) => path)]))
  return { ...found, none: unmatched.map(({ path }) => path) }
}

test('a photo finds its lot by stock number, VIN or lot number in its own name or its folder’s', () => {
  expect(match('S-12_front.jpg', 's 12 rear.HEIC', 'Friday/S12x/1.jpg', 'S-12/9.png')).toEqual({
    a: ['s 12 rear.HEIC', 'S-12_front.jpg', 'S-12/9.png'],
    none: ['Friday/S12x/1.jpg'],
  })
  expect(match('1ftrf12255na11111-2.jpg', 'x/WVWZZZ1K0BP222222/1.jpg')).toEqual({
    a: ['1ftrf12255na11111-2.jpg'],
    b: ['x/WVWZZZ1K0BP222222/1.jpg'],
    none: [],
  })
  expect(match('lot 103 (2).jpg', 'Lot103/1.jpg', '104/1.jpg', 'IMG_333333.jpg')).toEqual({
    c: ['lot 103 (2).jpg', 'Lot103/1.jpg'],
    d: ['104/1.jpg', 'IMG_333333.jpg'],
    none: [],
  })
})

test('a short number names a lot only as a folder, because photographers count in file names', () => {
  expect(match('IMG_7.jpg', '7/IMG_1.jpg', '40012_7.jpg')).toEqual({
    c: ['7/IMG_1.jpg'],
    d: ['40012_7.jpg'],
    none: ['IMG_7.jpg'],
  })
})

test('photos come in the order of their numbers, and files that are no pictures are left out', () => {
  expect(match('S-12/10.jpg', 'S-12/2.jpg', 'S-12/1.jpg', 'S-12/notes.txt')).toEqual({
    a: ['S-12/1.jpg', 'S-12/2.jpg', 'S-12/10.jpg'],
    none: [],
  })
})

test('a photo that names two lots is left to a person, with the reason', () => {
  const { unmatched } = matchPhotos([{ path: 'S-12 and S-1.jpg', file: new File([], 'x') }], LOTS)
  expect(unmatched).toMatchObject([{ reason: 'It names lots 101 and 102.' }])
})

test('files that are no photos are named, except those that computers put into folders', () => {
  const paths = ['S-12/list.xlsx', 'S-12/1.jpg', 'S-12/.DS_Store', 'S-12/Thumbs.db', 'S-12/video.mov']
  const files = paths.map((path) => ({ path, file: new File([], path.split('/').at(-1)!) }))
  expect(matchPhotos(files, LOTS).others).toEqual(['list.xlsx', 'video.mov'])
})
