import type { BodyKind } from './body-kind.ts'

/** A vehicle from above, nose to the left, in a box of 1000 by 430: its skin, its glass and the lines on it, as SVG paths. */
export type TopOutline = { shell: string; glass: string; lines: string }

const MIDDLE = 215

/**
 * What a closed body is drawn from. Places along the length in the box's units; `half`: half its width. `nose` and `tail`: how far
 * the corners are rounded. Screens go from their edge on the skin to their edge on the roof.
 */
type Body = {
  front: number
  back: number
  half: number
  nose: number
  tail: number
  windscreen: readonly [skin: number, roof: number]
  rearScreen: readonly [roof: number, skin: number] | null
  /** Where doors end. */
  doors: readonly number[]
}

/** A closed body: skin, screens, windows along the roof, doors and mirrors. */
function closed({ front, back, half, nose, tail, windscreen, rearScreen, doors }: Body): TopOutline {
  const roofEnd = rearScreen?.[0] ?? back - 24
  const [skin, roof] = windscreen
  const glass = [screen(skin, roof, half, -1), rearScreen === null ? '' : screen(rearScreen[1], rearScreen[0], half, 1)]
  const windows = [-1, 1].map((side) => {
    const [outer, inner] = [MIDDLE + side * half * 0.9, MIDDLE + side * half * 0.76]
    return `M${skin + 34} ${outer} L${roofEnd + 8} ${outer} L${roofEnd} ${inner} L${roof + 8} ${inner} Z`
  })
  const seams = [-1, 1].flatMap((side) =>
    doors.map((x) => `M${x} ${MIDDLE + side * half * 0.9} L${x} ${MIDDLE + side * half}`),
  )
  const bonnet = [-1, 1].map(
    (side) =>
      `M${skin - 8} ${MIDDLE + side * half * 0.7} Q${front + nose} ${MIDDLE + side * half * 0.62} ${front + 26} ${MIDDLE + side * half * 0.4}`,
  )
  const lamps = [-1, 1].map(
    (side) => `M${front + nose * 0.42} ${MIDDLE + side * half * 0.88} L${front + 12} ${MIDDLE + side * half * 0.5}`,
  )
  return {
    shell: [skinPath(front, back, half, nose, tail), ...[-1, 1].map((side) => mirror(skin + 22, half, side))].join(' '),
    glass: [...glass, ...windows].join(' '),
    lines: [...seams, ...bonnet, ...lamps].join(' '),
  }
}

function skinPath(front: number, back: number, half: number, nose: number, tail: number): string {
  const [top, bottom] = [MIDDLE - half, MIDDLE + half]
  return (
    `M${front + nose} ${top} L${back - tail} ${top} Q${back} ${top} ${back} ${top + tail} ` +
    `L${back} ${bottom - tail} Q${back} ${bottom} ${back - tail} ${bottom} L${front + nose} ${bottom} ` +
    `Q${front + 4} ${bottom - 6} ${front} ${MIDDLE} Q${front + 4} ${top + 6} ${front + nose} ${top} Z`
  )
}

/** A screen, bowed towards the end of the car that it looks at: -1 the nose, 1 the tail. */
function screen(skin: number, roof: number, half: number, looks: -1 | 1): string {
  const [wide, narrow] = [half * 0.84, half * 0.72]
  return (
    `M${skin} ${MIDDLE - wide} Q${skin + looks * 24} ${MIDDLE} ${skin} ${MIDDLE + wide} ` +
    `L${roof} ${MIDDLE + narrow} Q${roof + looks * 16} ${MIDDLE} ${roof} ${MIDDLE - narrow} Z`
  )
}

function mirror(x: number, half: number, side: number): string {
  const edge = MIDDLE + side * half
  return `M${x} ${edge} L${x + 8} ${edge + side * 24} L${x + 30} ${edge + side * 22} L${x + 30} ${edge} Z`
}

function box(x: number, right: number, half: number): string {
  return `M${x} ${MIDDLE - half} L${right} ${MIDDLE - half} L${right} ${MIDDLE + half} L${x} ${MIDDLE + half} Z`
}

const PICKUP_CAB = closed({
  front: 30,
  back: 968,
  half: 172,
  nose: 70,
  tail: 16,
  windscreen: [300, 372],
  rearScreen: [548, 580],
  doors: [430, 540],
})

const OPEN_CAR = closed({
  front: 34,
  back: 966,
  half: 168,
  nose: 110,
  tail: 70,
  windscreen: [350, 402],
  rearScreen: null,
  doors: [420, 640],
})

/** Each kind of body from above. */
export const TOP_OUTLINES: Record<BodyKind, TopOutline> = {
  sedan: closed({
    front: 32,
    back: 966,
    half: 168,
    nose: 96,
    tail: 54,
    windscreen: [304, 400],
    rearScreen: [662, 760],
    doors: [330, 512, 690],
  }),
  hatchback: closed({
    front: 60,
    back: 930,
    half: 172,
    nose: 96,
    tail: 44,
    windscreen: [310, 408],
    rearScreen: [800, 884],
    doors: [340, 540, 730],
  }),
  estate: closed({
    front: 32,
    back: 966,
    half: 168,
    nose: 92,
    tail: 34,
    windscreen: [296, 388],
    rearScreen: [878, 938],
    doors: [330, 510, 690],
  }),
  suv: closed({
    front: 40,
    back: 960,
    half: 182,
    nose: 72,
    tail: 34,
    windscreen: [290, 384],
    rearScreen: [866, 926],
    doors: [330, 520, 710],
  }),
  pickup: {
    ...PICKUP_CAB,
    lines: `${PICKUP_CAB.lines} ${box(612, 948, 142)} M612 ${MIDDLE - 70} L948 ${MIDDLE - 70} M612 ${MIDDLE} L948 ${MIDDLE} M612 ${MIDDLE + 70} L948 ${MIDDLE + 70}`,
  },
  van: closed({
    front: 34,
    back: 968,
    half: 180,
    nose: 56,
    tail: 14,
    windscreen: [120, 236],
    rearScreen: null,
    doors: [150, 340, 620],
  }),
  coupe: closed({
    front: 32,
    back: 966,
    half: 170,
    nose: 112,
    tail: 64,
    windscreen: [352, 452],
    rearScreen: [622, 764],
    doors: [380, 640],
  }),
  convertible: {
    shell: OPEN_CAR.shell,
    glass: `${screen(350, 392, 168, -1)} ${box(404, 720, 126)}`,
    lines: `${OPEN_CAR.lines} ${box(452, 540, 112)} M452 ${MIDDLE} L540 ${MIDDLE} ${box(598, 690, 112)} M740 ${MIDDLE - 130} L740 ${MIDDLE + 130}`,
  },
  motorcycle: {
    shell: `${box(60, 300, 30)} M320 ${MIDDLE - 12} L250 60 L270 52 L352 ${MIDDLE - 30} Q470 ${MIDDLE - 84} 580 ${MIDDLE - 44} L790 ${MIDDLE - 36} Q820 ${MIDDLE} 790 ${MIDDLE + 36} L580 ${MIDDLE + 44} Q470 ${MIDDLE + 84} 352 ${MIDDLE + 30} L270 378 L250 370 L320 ${MIDDLE + 12} Z ${box(790, 950, 36)}`,
    glass: `M400 ${MIDDLE} Q470 ${MIDDLE - 60} 560 ${MIDDLE - 30} L560 ${MIDDLE + 30} Q470 ${MIDDLE + 60} 400 ${MIDDLE} Z`,
    lines: `M580 ${MIDDLE - 40} L580 ${MIDDLE + 40} M690 ${MIDDLE - 38} L690 ${MIDDLE + 38} M100 ${MIDDLE} L250 ${MIDDLE} M830 ${MIDDLE} L930 ${MIDDLE}`,
  },
  truck: {
    shell: `${skinPath(30, 272, 176, 30, 12)} ${mirror(96, 176, -1)} ${mirror(96, 176, 1)} ${box(296, 966, 190)}`,
    glass: screen(62, 112, 176, -1),
    lines: `M272 ${MIDDLE - 60} L296 ${MIDDLE - 60} M272 ${MIDDLE + 60} L296 ${MIDDLE + 60} M430 25 L430 405 M564 25 L564 405 M698 25 L698 405 M832 25 L832 405`,
  },
  forklift: {
    shell: `M40 ${MIDDLE - 90} L250 ${MIDDLE - 90} L250 ${MIDDLE - 50} L40 ${MIDDLE - 50} Z M40 ${MIDDLE + 50} L250 ${MIDDLE + 50} L250 ${MIDDLE + 90} L40 ${MIDDLE + 90} Z ${box(250, 290, 150)} ${skinPath(320, 910, 160, 20, 60)}`,
    glass: box(440, 740, 130),
    lines: `${box(560, 680, 70)} M290 ${MIDDLE - 60} L320 ${MIDDLE - 60} M290 ${MIDDLE + 60} L320 ${MIDDLE + 60} M780 ${MIDDLE - 140} L780 ${MIDDLE + 140}`,
  },
}
