/** The side of a vehicle, nose to the left, in a box of 1000 by 400; and its wheels. */
type Outline = { shell: string; glass: string; wheels: readonly [x: number, y: number, r: number][] }

const SALOON: Outline = {
  shell:
    'M40 290 Q30 235 70 215 L250 190 L360 110 Q375 100 400 100 L600 100 Q630 100 655 118 L760 190 L900 205 Q960 215 962 260 L965 300 Q965 315 950 315 L55 315 Q40 312 40 290 Z',
  glass: 'M285 190 L375 122 L490 122 L490 190 Z M510 122 L600 122 Q620 122 640 136 L715 190 L510 190 Z',
  wheels: [
    [215, 315, 62],
    [775, 315, 62],
  ],
}

const ESTATE: Outline = {
  shell:
    'M40 290 Q30 235 70 215 L240 190 L350 105 Q365 94 395 94 L850 94 Q890 96 905 125 L955 210 Q965 230 965 300 Q965 315 950 315 L55 315 Q40 312 40 290 Z',
  glass:
    'M275 190 L365 118 L480 118 L480 190 Z M500 118 L680 118 L680 190 L500 190 Z M700 118 L840 118 Q862 118 872 136 L900 190 L700 190 Z',
  wheels: [
    [215, 315, 62],
    [775, 315, 62],
  ],
}

const SUV: Outline = {
  shell:
    'M45 285 Q38 215 70 196 L265 168 L365 88 Q382 74 415 74 L780 74 Q818 76 838 104 L905 190 Q945 200 950 240 L955 290 Q955 305 940 305 L60 305 Q45 302 45 285 Z',
  glass:
    'M300 168 L382 100 L500 100 L500 168 Z M520 100 L680 100 L680 168 L520 168 Z M700 100 L775 100 Q798 100 812 120 L846 168 L700 168 Z',
  wheels: [
    [215, 305, 74],
    [775, 305, 74],
  ],
}

const HATCH: Outline = {
  shell:
    'M70 285 Q60 225 100 206 L280 180 L385 96 Q402 84 432 84 L720 84 Q755 86 780 112 L860 190 Q905 204 910 250 L914 292 Q914 308 898 308 L86 308 Q70 306 70 285 Z',
  glass: 'M314 180 L400 108 L520 108 L520 180 Z M540 108 L715 108 Q738 110 752 126 L806 180 L540 180 Z',
  wheels: [
    [235, 308, 62],
    [755, 308, 62],
  ],
}

const VAN: Outline = {
  shell:
    'M40 290 Q34 250 60 232 L130 200 L215 80 Q230 58 262 58 L920 58 Q960 58 962 98 L966 300 Q966 315 950 315 L55 315 Q40 312 40 290 Z',
  glass: 'M170 196 L238 98 Q246 86 262 86 L350 86 L350 196 Z',
  wheels: [
    [205, 315, 60],
    [795, 315, 60],
  ],
}

const PICKUP: Outline = {
  shell:
    'M40 285 Q32 225 75 205 L250 185 L335 95 Q348 82 375 82 L530 82 Q556 82 566 104 L600 190 L950 190 Q964 190 964 208 L966 295 Q966 310 950 310 L55 310 Q40 308 40 285 Z',
  glass: 'M285 185 L352 108 L440 108 L440 185 Z M460 108 L528 108 L562 185 L460 185 Z',
  wheels: [
    [215, 312, 68],
    [785, 312, 68],
  ],
}

const TRUCK: Outline = {
  shell:
    'M40 300 L40 200 Q42 180 60 170 L80 90 Q86 70 110 70 L260 70 Q272 70 272 84 L272 250 L300 250 L300 30 L960 30 L960 300 L950 315 L55 315 Q40 314 40 300 Z',
  glass: 'M92 170 L108 100 L200 100 L200 170 Z',
  wheels: [
    [160, 318, 58],
    [740, 318, 58],
    [865, 318, 58],
  ],
}

const FORKLIFT: Outline = {
  shell:
    'M40 330 L40 316 L250 316 L250 30 L285 30 L285 316 L340 250 L430 240 L470 60 L760 60 L790 70 L830 240 Q900 245 905 290 L905 330 Z',
  glass: 'M462 235 L496 90 L735 90 L775 235 Z',
  wheels: [
    [390, 335, 55],
    [800, 335, 50],
  ],
}

const BY_WORD: readonly [RegExp, Outline][] = [
  [/fork/i, FORKLIFT],
  [/truck|flatbed|box|lorry/i, TRUCK],
  [/pick-?up/i, PICKUP],
  [/van|bus|cargo/i, VAN],
  [/suv|4x4|off-?road|crossover/i, SUV],
  [/hatch|compact|city/i, HATCH],
  [/estate|wagon/i, ESTATE],
]

/** The outline for a body as the facts name it; a saloon where the word is unknown. */
export function BodyOutline({ body }: { body: string }) {
  const { shell, glass, wheels } = BY_WORD.find(([word]) => word.test(body))?.[1] ?? SALOON
  return (
    <g fill="none" stroke="currentColor" strokeWidth="4" strokeLinejoin="round" className="text-edge">
      <path d={shell} className="fill-fog" />
      <path d={glass} strokeWidth="3" className="fill-paper" />
      {wheels.map(([x, y, r]) => (
        <g key={x}>
          <circle cx={x} cy={y} r={r} className="fill-paper" />
          <circle cx={x} cy={y} r={r / 2} strokeWidth="3" />
        </g>
      ))}
    </g>
  )
}
