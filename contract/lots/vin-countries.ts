/** Country codes of the first two characters of a VIN (ISO 3780), as runs in the standard's order: A to Z, 1 to 9, then 0. */
const RUNS = `
AA AH South Africa
CL CR Tunisia
DA DE Egypt
DF DK Morocco
EA EE Ethiopia
FA FE Ghana
FF FK Nigeria
JA J0 Japan
KF KK Israel
KL KR South Korea
LA L0 China
MA ME India
MF MK Indonesia
ML MR Thailand
NA NE Iran
NF NK Pakistan
NL NR Turkey
PA PE Philippines
PF PK Singapore
PL PR Malaysia
RF RK Taiwan
RL RR Vietnam
RS R0 Saudi Arabia
SA SM United Kingdom
SN ST Germany
SU SZ Poland
S1 S2 Latvia
TA TH Switzerland
TJ TP Czechia
TR TV Hungary
TW T1 Portugal
UH UM Denmark
UN UR Ireland
UU UZ Romania
U5 U7 Slovakia
VA VE Austria
VF VR France
VS VW Spain
VX V2 Serbia
V3 V5 Croatia
V6 V0 Estonia
WA W0 Germany
XA XE Bulgaria
XF XK Greece
XL XR Netherlands
XS XW Russia
XX X2 Luxembourg
X3 X0 Russia
YA YE Belgium
YF YK Finland
YN YN Malta
YS YW Sweden
YX Y2 Norway
Y3 Y5 Belarus
Y6 Y0 Ukraine
ZA ZR Italy
ZX ZZ Slovenia
Z3 Z5 Lithuania
Z6 Z0 Russia
1A 10 United States
2A 20 Canada
3A 3W Mexico
4A 40 United States
5A 50 United States
6A 6W Australia
7A 7E New Zealand
7F 70 United States
8A 8E Argentina
8F 8J Chile
8L 8R Ecuador
8S 8W Peru
8X 82 Venezuela
9A 9E Brazil
9F 9J Colombia
9L 9R Paraguay
9S 9W Uruguay
93 99 Brazil
`

const ORDER = 'ABCDEFGHJKLMNPRSTUVWXYZ1234567890'

type Run = { first: string; from: number; to: number; country: string }

let runs: readonly Run[] | null = null

function read(): readonly Run[] {
  return RUNS.trim()
    .split('\n')
    .map((line) => {
      const [start = '', end = '', ...words] = line.split(' ')
      const place = (code: string) => ORDER.indexOf(code[1] ?? '')
      return { first: start[0] ?? '', from: place(start), to: place(end), country: words.join(' ') }
    })
}

/** For translators. */
export function vinCountries(): string[] {
  return [...new Set(read().map(({ country }) => country))]
}

/** The country whose authority assigned the maker's identifier; null if unknown. Not always where the vehicle was built. */
export function countryOfVin(vin: string): string | null {
  runs ??= read()
  const at = ORDER.indexOf(vin[1] ?? '')
  const found = runs.find(({ first, from, to }) => first === vin[0] && at >= from && at <= to)
  return found?.country ?? null
}
