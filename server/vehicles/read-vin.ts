import { findVin } from '#contract/vin.ts'

/**
 * Lists the first three letters of vehicle identification numbers by make, of the register in `database/vehicles/vpic.jsonl` (its tables
 * `Wmi` and `Wmi_Make`), and those of makes that America does not have, as in test numbers of DAT (github.com/TehEbil/dat-docs,
 * docs/produkte/test-vin-allge-2015.md) and public lists. Several makes share some of them.
 */
const codesOfMakes: Readonly<Record<string, string>> = {
  Acura: '19U 19V 2HH 2HN 2HU 3HD 4W5 5FR 5FS 5J8 5KC JAE JH4',
  'Alfa Romeo': 'ZAR ZAS',
  'Aston Martin': 'SCF SD7',
  Audi: 'TRU WA1 WAU WU1 WUA',
  BMW: '3MF 3MW 4US 5UM 5UX 5YM WAP WB5 WBA WBS WBX WBY',
  Bentley: 'SCB SJA',
  Buick: '1G4 2G4 3G4 3G5 5GA KL4 LRB W04',
  Cadillac: '1G6 1GY 2G6 3GG 3GY LRB LRE LSG W06',
  Chevrolet:
    '1G1 1GC 1GN 1Y1 2C1 2CC 2CN 2G1 2G5 2G8 2GC 2GN 3G1 3GC 3GM 3GN 3N6 4G1 4G3 4W1 6G1 6G3 J81 J8Z JG1 JN6 KL1 KL7 KL8',
  Chrysler:
    '1A3 1A4 1A7 1A8 1C3 1C4 1C6 1C8 2A3 2A4 2A7 2A8 2C3 2C4 2C6 2C8 2CA 3A3 3A4 3A7 3A8 3B3 3C3 3C4 3C6 3C8 3CA 4C3 ZC2',
  Citroën: 'VF7',
  Dacia: 'UU1',
  Daewoo: '5GD KLA',
  Daihatsu: 'JD1 JD2',
  Dodge:
    '1B3 1B4 1B7 1B8 1C3 1C4 1C6 1D3 1D4 1D7 1D8 2B3 2B4 2B7 2B8 2C3 2C4 2C6 2D3 2D4 2D7 2D8 3B3 3B4 3B7 3B8 3C3 3C4 3C6 3D3 3D4 3D7 3D8 4B3 JB3 JB4 JB7 WD0 WD8 ZAC',
  Eagle: '1E3 2E3 2XM 3E3 4E3 JE3 JE4 MN3 VF1',
  Ferrari: 'ZFD ZFF ZSG',
  Fiat: '1C3 1C4 1C6 2C3 2C4 2C6 3C3 3C4 3C6 3E4 JC1 ZAC ZFA ZFB',
  Ford: '177 1F1 1F7 1FA 1FM 1FT 1ZV 2FA 2FM 2FT 3FA 3FM 3FN 3FT 9BF JC2 KNJ MAJ NM0 WF0',
  GMC: '1G5 1GK 1GT 2C0 2CK 2CT 2GK 2GT 3GK 3GT 4G5 4GD 5G3 JGT',
  Genesis: '5NM KMH KMT KMU',
  Geo: '1Y1 2C1 2CK 2CN J81 JG1',
  Honda: '19X 1HG 2HG 2HJ 2HK 3CZ 3DH 3GP 3HD 3HG 4S6 5FN 5FP 5J6 5J7 5KB 7FA JH1 JHL JHM SHH SHS',
  Hummer: '137 5GN 5GR 5GT ADM',
  Hyundai: '3KM 3KP 5NM 5NP 5NT 5XY 7YA KM8 KME KMH KMU KND PFD U5Y',
  Infiniti: '1N4 1N6 3N1 3N6 3PC 5N1 5N3 JN1 JN8 JNK JNR JNT SJK',
  Isuzu: '1GG 4GT 4NU 4S1 4S2 J87 J8C J8T JAA JAB JAC JR2 LES LM5',
  Iveco: 'ZCF',
  Jaguar: 'SAD SAJ',
  Jeep: '1C4 1C6 1J3 1J4 1J7 1J8 1JC 1JT 2BC 2C4 2C6 2J4 3C4 3C6 3J4 ZAC ZFB',
  Kia: '3KM 3KP 5XX 5XY KNA KND U5Y',
  Lamborghini: 'ZHW ZPB',
  'Land Rover': 'SAL',
  Lexus: '2T2 58A 5TD JT6 JT8 JTE JTH JTJ',
  Lincoln: '1L1 1LN 1MR 2LM 2LN 3LN 5L1 5LM 5LT',
  Lotus: 'LJU SCC',
  MINI: 'WMW WMZ',
  Maserati: 'ZAM ZN6',
  Mazda: '1YV 3MD 3MV 3MZ 4F2 4F3 4F4 7MM JC1 JM1 JM2 JM3',
  'Mercedes-Benz': '1MB 4JG 55S 8BT 8BU 9DB W1K W1N W1W W1Y WD3 WD4 WDB WDC WDD',
  Mercury: '1ME 1ZW 2ME 2MR 3MA 3ME 4M2 4M4 6MP',
  Mitsubishi: '1Z3 1Z4 1Z6 1Z7 1Z8 4A3 4A4 4P3 6MM JA3 JA4 JA7 JB4 JJ3 JP4 KPH ML3',
  Nissan: '1N4 1N6 3N1 3N6 3N8 3PC 4N2 4N4 5N1 JA4 JN1 JN6 JN8 KNM SJK',
  Oldsmobile: '1G3 1GH 2G3 3G3',
  Opel: '1G0 4GD W06 W08 W0L W0V',
  Peugeot: 'VF3',
  Plymouth: '1P3 1P4 1P7 2P3 2P4 2P7 3P3 3P4 3P7 JP3 JP4 JP7 MP3',
  Polestar: '7SY LPS YSM YSR',
  Pontiac: '1G2 1G5 1G7 1GM 2C2 2CG 2CK 2G2 2G7 3G2 3G7 4G2 5Y2 6G2 JG2 KL2',
  Porsche: 'WP0 WP1',
  Ram: '1C4 1C6 2C4 2C6 3C4 3C6 ZAC ZFB',
  Renault: '1XM VF1',
  Rivian: '7FC 7PD',
  'Rolls-Royce': 'SCA SLA',
  SEAT: 'VSS',
  Saab: '3G0 5S3 JF4 YK1 YS3',
  Saturn: '1G8 3GS 4NT 5GZ W08',
  Subaru: '4S3 4S4 JF1 JF2 JF3 JTE JTM',
  Suzuki: '2S2 2S3 5Z6 JG7 JGC JGT JS2 JS3 JS4 KL5',
  Tesla: '5YJ 7G2 7SA LRW SFZ XP7',
  Toyota:
    '1NX 2T1 2T3 3MY 3TM 3TY 4T1 4T3 4T4 4TA 5TB 5TD 5TE 5TF 5YF 7MM 7MU 7SV JF1 JT2 JT3 JT4 JT5 JTD JTE JTK JTL JTM JTN NMT SB1 VNK WZ1',
  Vauxhall: 'W0L',
  Volkswagen: '1C4 1C6 1V1 1V2 1VW 2C4 2C6 2V4 2V8 3C4 3C6 3VV 3VW 9BW WV1 WV2 WVG WVW',
  Volvo: '4VJ 7JD 7JR 9BV LVY LYV YV1 YV4',
  smart: 'WME',
  Škoda: 'TMB',
}

const makesOfCode = Map.groupBy(
  Object.entries(codesOfMakes).flatMap(([make, codes]) => codes.split(' ').map((code) => ({ code, make }))),
  ({ code }) => code,
)

/** Holds what a vehicle identification number says for certain enough to propose it. */
export interface ReadVin {
  vin: string
  makes: string[]
  /** The likelier one first; none if the number has no year, as many of Europe. */
  years: number[]
  /** The type, such as `1K`, where Volkswagen, Audi, SEAT and Škoda write it for Europe: between fillers. */
  type: string | undefined
  /** Of America, where the ninth sign is a check digit: whether it is wrong. */
  hasWrongCheckDigit: boolean
}

const typeOf = (vin: string) => /^(?:WVW|WV[12]|WAU|TRU|VSS|TMB)ZZZ(.{2})Z/.exec(vin)?.[1]

const yearSigns = 'ABCDEFGHJKLMNPRSTVWXY123456789'

/** Reads a vehicle identification number (years and check digit by 49 CFR 565); undefined if the text is none. */
export function readVin(text: string, thisYear: number): ReadVin | undefined {
  const vin = findVin(text)
  if (vin === undefined) return undefined
  return {
    vin,
    makes: (makesOfCode.get(vin.slice(0, 3)) ?? []).map(({ make }) => make),
    years: readYears(vin, thisYear),
    type: typeOf(vin),
    hasWrongCheckDigit: /^[1-5]/.test(vin) && checkDigit(vin) !== vin[8],
  }
}

/** Returns the two years of the tenth sign, 30 apart, without what is to come; a letter in the seventh place says the later one in America. */
function readYears(vin: string, thisYear: number): number[] {
  const index = yearSigns.indexOf(vin[9] ?? '')
  if (index < 0) return []
  const [older, newer] = [1980 + index, 2010 + index]
  const isOlder = /^[1-5]/.test(vin) && /\d/.test(vin[6] ?? '')
  return (isOlder ? [older, newer] : [newer, older]).filter((year) => year <= thisYear + 1)
}

const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
const valueOf = (sign: string) =>
  /\d/.test(sign) ? Number(sign) : Number('12345678.12345.7.9.23456789'[sign.charCodeAt(0) - 65] ?? 0)

function checkDigit(vin: string): string {
  const sum = weights.reduce((total, weight, index) => total + weight * valueOf(vin[index] ?? '0'), 0)
  return sum % 11 === 10 ? 'X' : String(sum % 11)
}
