/** The countries (ISO 3166-1) of the first two characters of a VIN (ISO 3780), as runs in the standard's order: A to Z, 1 to 9, then 0. */
const RUNS = `
AA AH ZA
CL CR TN
DA DE EG
DF DK MA
EA EE ET
FA FE GH
FF FK NG
JA J0 JP
KF KK IL
KL KR KR
LA L0 CN
MA ME IN
MF MK ID
ML MR TH
NA NE IR
NF NK PK
NL NR TR
PA PE PH
PF PK SG
PL PR MY
RF RK TW
RL RR VN
RS R0 SA
SA SM GB
SN ST DE
SU SZ PL
S1 S2 LV
TA TH CH
TJ TP CZ
TR TV HU
TW T1 PT
UH UM DK
UN UR IE
UU UZ RO
U5 U7 SK
VA VE AT
VF VR FR
VS VW ES
VX V2 RS
V3 V5 HR
V6 V0 EE
WA W0 DE
XA XE BG
XF XK GR
XL XR NL
XS XW RU
XX X2 LU
X3 X0 RU
YA YE BE
YF YK FI
YN YN MT
YS YW SE
YX Y2 NO
Y3 Y5 BY
Y6 Y0 UA
ZA ZR IT
ZX ZZ SI
Z3 Z5 LT
Z6 Z0 RU
1A 10 US
2A 20 CA
3A 3W MX
4A 40 US
5A 50 US
6A 6W AU
7A 7E NZ
7F 70 US
8A 8E AR
8F 8J CL
8L 8R EC
8S 8W PE
8X 82 VE
9A 9E BR
9F 9J CO
9L 9R PY
9S 9W UY
93 99 BR
`

const ORDER = 'ABCDEFGHJKLMNPRSTUVWXYZ1234567890'

type Run = { first: string; from: number; to: number; country: string }

let runs: readonly Run[] | null = null

function read(): readonly Run[] {
  return RUNS.trim()
    .split('\n')
    .map((line) => {
      const [start = '', end = '', country = ''] = line.split(' ')
      const place = (code: string) => ORDER.indexOf(code[1] ?? '')
      return { first: start[0] ?? '', from: place(start), to: place(end), country }
    })
}

/** The code of the country whose authority assigned the maker's identifier; null if unknown. Not always where the vehicle was built. */
export function countryOfVin(vin: string): string | null {
  runs ??= read()
  const at = ORDER.indexOf(vin[1] ?? '')
  const found = runs.find(({ first, from, to }) => first === vin[0] && at >= from && at <= to)
  return found?.country ?? null
}
