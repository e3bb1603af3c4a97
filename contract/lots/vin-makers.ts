/**
 * World manufacturer identifiers (ISO 3780): the first three characters of a VIN, by the make under which such vehicles are sold. Some
 * are shared by makes of one group; then the usual one is named. No list is complete: a missing identifier is just unknown.
 */
const BY_MAKE = `
Acura: 19U JH4 5J8 2HN 5FR
Alfa Romeo: ZAR ZAS
Aston Martin: SCF
Audi: WAU WA1 WUA TRU 93U
Bentley: SCB SJA
BMW: WBA WBS WBX WBY WB3 WB4 4US 5UX 5UM 5YM LBV 3MW
BMW Motorrad: WB1 WB5
Bugatti: VF9
Buick: 1G4 2G4 3G4 5GA KL4 LRB
BYD: LGX LC0
Cadillac: 1G6 1GY 2G6 3GY LRE
Chery: LVV
Chevrolet: 1G1 1GB 1GC 1GN 2G1 2GN 2GC 3G1 3GC 3GN KL1 KL7 KL8 8AG 9BG LSG
Chrysler: 1A4 1A8 1C3 2A4 2A8 2C3 2C4 2C8 3A4 3A8 3C3 3C4 1C8
Citroën: VF7 VR7 VS7 935
DAF: XLR XLA
Dacia: UU1
Daewoo: KLA
Daihatsu: JDA
Dodge: 1B3 1B4 1B7 1D3 1D4 1D7 1D8 2B3 2B4 2B7 2D3 2D4 2D7 2D8 3B7 3D3 3D4 3D7 JB3
Dongfeng: LGG
DS: VR1
Ducati: ZDM
Ferrari: ZFF
Fiat: ZFA ZFC 9BD
Ford: 1FA 1FB 1FC 1FD 1FM 1FT 1ZV 2FA 2FD 2FM 2FT 3FA 3FE 3FM 3FT 6FP 8AF 9BF AFA LVS MAJ NM0 SFA WF0 VS6
Freightliner: 1FU 1FV 2FU 2FV 3AK 3AL 4UZ
Geely: LB3 L6T
GMC: 1GT 1GK 1GD 2GT 2GD 2GK 3GT 3GK 3GD
Great Wall: LGW
Harley-Davidson: 1HD 5HD
Holden: 6G1
Hino: JHD 5PV
Honda: 1HG 1HF 2HG 2HJ 2HK 3CZ 3HG 5FN 5FP 5J6 19X JHM JHL JH2 JH3 LHG LVH MAK MHR MRH NLA SHH SHS 93H 9C2
Hummer: 5GR 5GT
Hyundai: KMH KMF KM8 KMJ 5NM 5NP 2HM MAL NLH TMA LBE 9BH
Infiniti: JNK JNR 5N3 3PC
International: 1HT 1HS 2HT 2HS 3HA 3HS
Isuzu: JAA JAC JAL JAM 4NU MPA
Iveco: ZCF WJM
Jaguar: SAJ
Jeep: 1C4 1J4 1J8 1JT
Kawasaki: JKA JKB
Kenworth: 1XK 2XK 3WK 1NK 2NK
Kia: KNA KNB KNC KND KNE KNH 5XX 5XY U5Y U6Y 3KP XWE
KTM: VBK
Lada: XTA
Lamborghini: ZHW
Lancia: ZLA
Land Rover: SAL
Lexus: JTH JTJ 2T2 58A
Lincoln: 1LN 2LM 3LN 5LM
Lotus: SCC
Lucid: 50E
Mack: 1M1 1M2 1M3 1M4
Mahindra: MA1
MAN: WMA
Maruti Suzuki: MA3 MBH
Maserati: ZAM
Mazda: JM1 JM3 JM6 JM7 JMZ 1YV 3MV 3MZ 3MD 4F2 4F4 7MM MM8
McLaren: SBM
Mercedes-Benz: WDB WDC WDD WDF W1K W1N W1V W1T 4JG 55S 8AC 9BM LE4 VSA WD3 WD4
Mercury: 1ME 2ME 3ME 4M2
MG: SAR SDP LSJ
Mini: WMW
Mitsubishi: JA3 JA4 JA7 JMB JMY JMA 4A3 4A4 6MM MMB MMC ML3 XMC
Moto Guzzi: ZGU
NIO: LJ1
Nissan: JN1 JN6 JN8 JNA 1N4 1N6 3N1 3N6 3N8 5N1 VSK VWA SJN MDH MNT 94D
Oldsmobile: 1G3 2G3
Opel: W0L W0V VXK
Oshkosh: 10T
Peterbilt: 1XP 2XP 1NP 2NP
Peugeot: VF3 VR3 936 8AD
Piaggio: ZAP
Plymouth: 1P3 1P4 2P3 2P4 3P3
Polaris: 4XA 57X
Polestar: YSM LPS
Pontiac: 1G2 2G2 3G2 5Y2 KL2
Porsche: WP0 WP1
Proton: PL1
Ram: 1C6 3C6 3C7 2C6 3D6
Renault: VF1 VF2 VF8 93Y 8A1 KNM X7L
Renault Trucks: VF6
Rivian: 7FC 7PD
Rolls-Royce: SCA
Royal Enfield: ME3
Saab: YS3
Saturn: 1G8 5GZ
Scania: YS2 XLE 9BS
Scion: JTK JTL
SEAT: VSS
Setra: WKK
Skoda: TMB
smart: WME
SsangYong: KPT KPB
Subaru: JF1 JF2 4S3 4S4
Suzuki: JS1 JS2 JS3 JSA TSM 2S2 2S3
Tata: MAT
Tesla: 5YJ 7SA 7G2 LRW XP7 SFZ
Toyota: JT1 JT2 JT3 JT4 JT5 JT6 JT7 JTB JTD JTE JTF JTG JTM JTN 4T1 4T3 4T4 5TB 5TD 5TE 5TF 5YF 2T1 2T3 3TM 3TY 7MU 7SV 1NX SB1 VNK NMT AHT MBJ MHF MR0 LFM LTV 6T1 9BR 8AJ YAR
Triumph: SMT
UAZ: XTT
Volkswagen: WVW WVG WV1 WV2 WV3 1VW 3VW 3VV 2V4 2V8 1V2 9BW 8AW AAV LFV LSV XW8
Volvo: YV1 YV4 7JR LVY LYV
Volvo Trucks: YV2 YB3 4V1 4V2 4V4 4VG 93K
Wartburg: SNW
Western Star: 5KJ 5KK 2WK
XPeng: L1N
Yamaha: JYA JY3 JY4 5Y4
Zero: 538
`

/** Makes of one corporate group: they share factories and models, so the identifier of one often appears on vehicles of another. */
const CORPORATE_GROUPS: readonly (readonly string[])[] = [
  ['Chrysler', 'Dodge', 'Jeep', 'Plymouth', 'Ram', 'Fiat', 'Alfa Romeo', 'Lancia', 'Mitsubishi', 'Maserati', 'Ferrari'],
  ['Peugeot', 'Citroën', 'DS', 'Opel', 'Fiat', 'Vauxhall', 'Toyota', 'Mitsubishi'],
  ['Buick', 'Cadillac', 'Chevrolet', 'GMC', 'Holden', 'Hummer', 'Oldsmobile', 'Opel', 'Pontiac', 'Saturn', 'Saab'],
  ['Chevrolet', 'Daewoo', 'Opel', 'Vauxhall', 'Suzuki', 'Isuzu', 'Toyota', 'Pontiac', 'GMC'],
  ['Ford', 'Lincoln', 'Mercury', 'Mazda', 'Volkswagen', 'Land Rover', 'Jaguar', 'Volvo'],
  ['Volkswagen', 'Audi', 'SEAT', 'Skoda', 'Porsche', 'Bentley', 'Lamborghini', 'Bugatti', 'Cupra', 'Chrysler'],
  ['Toyota', 'Lexus', 'Scion', 'Daihatsu', 'Hino', 'Subaru', 'Suzuki', 'Mazda', 'BMW'],
  ['Nissan', 'Infiniti', 'Renault', 'Dacia', 'Mitsubishi', 'Lada', 'Alpine', 'Opel', 'Mercedes-Benz', 'Renault Trucks'],
  ['Honda', 'Acura', 'Isuzu'],
  ['Hyundai', 'Kia', 'Genesis', 'Dodge'],
  ['Mercedes-Benz', 'smart', 'Maybach', 'Freightliner', 'Dodge', 'Setra', 'Fuso', 'Volkswagen', 'Western Star', 'BYD'],
  ['BMW', 'BMW Motorrad', 'Mini', 'Rolls-Royce', 'Land Rover'],
  ['Volvo', 'Polestar', 'Geely', 'Lynk & Co', 'Lotus', 'smart'],
  ['Volvo Trucks', 'Mack', 'Renault Trucks', 'Volvo'],
  ['Jaguar', 'Land Rover'],
  ['Suzuki', 'Maruti Suzuki'],
  ['MG', 'Rover', 'Land Rover', 'Mini'],
  ['Isuzu', 'Subaru', 'Honda'],
]

/** Other names of makes, as sellers write them: letters and digits only. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  alfa: 'Alfa Romeo',
  benz: 'Mercedes-Benz',
  chevy: 'Chevrolet',
  harley: 'Harley-Davidson',
  infinity: 'Infiniti',
  mercedes: 'Mercedes-Benz',
  ramtrucks: 'Ram',
  rangerover: 'Land Rover',
  rolls: 'Rolls-Royce',
  volkswagon: 'Volkswagen',
  vw: 'Volkswagen',
}

let byName: ReadonlyMap<string, string> | null = null

/** The make that a seller means: `VW`, `Škoda` and `Mercedes` are known ones. Null: not known. */
export function makeNamed(text: string): string | null {
  byName ??= new Map([
    ...knownIdentifiers().map(([, make]) => [plain(make), make] as const),
    ...Object.entries(OTHER_NAMES),
  ])
  return byName.get(plain(text)) ?? null
}

let byIdentifier: ReadonlyMap<string, string> | null = null

function makers(): ReadonlyMap<string, string> {
  byIdentifier ??= new Map(
    BY_MAKE.trim()
      .split('\n')
      .flatMap((line) => {
        const [make = '', identifiers = ''] = line.split(': ')
        return identifiers.split(' ').map((identifier): [string, string] => [identifier, make])
      }),
  )
  return byIdentifier
}

/** The make of vehicles with such a VIN; null if the identifier isn't in the table. */
export function makeOfVin(vin: string): string | null {
  return makers().get(vin.slice(0, 3)) ?? null
}

/** Every identifier of the table with its make. */
export function knownIdentifiers(): [identifier: string, make: string][] {
  return [...makers()]
}

/** A vehicle of `make` may well have an identifier of `other`. */
export function sharesIdentifiers(make: string, other: string): boolean {
  const [a, b] = [plain(make), plain(other)]
  return (
    a === b ||
    CORPORATE_GROUPS.some((group) => group.some((one) => plain(one) === a) && group.some((one) => plain(one) === b))
  )
}

function plain(make: string): string {
  return make
    .normalize('NFD')
    .replace(/[^A-Za-z0-9]/g, '')
    .toLowerCase()
}
