/** Object ids of types (pg_type.dat). */
export const OID = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int4: 23,
  text: 25,
  json: 114,
  numeric: 1700,
  bpchar: 1042,
  uuid: 2950,
  jsonb: 3802,
  timestamptz: 1184,
  interval: 1186,
  /** Not said: a literal or a parameter, sent as text. */
  unknown: 25,
}
export type Type = keyof typeof OID

/** A parameter as it came: its bytes, null, and whether they are in the binary format. */
export type Parameter = { bytes: Buffer | null; isBinary: boolean }

/** A statement's parameters by number, read as what the statement's casts say. */
export class Parameters {
  #given: readonly Parameter[]

  constructor(given: readonly Parameter[]) {
    this.#given = given
  }

  text(number: number): string | null {
    return this.#at(number).bytes?.toString() ?? null
  }

  /** An array of `type`, in the binary format or as text such as `{a,b}`. */
  array(number: number, type: string): unknown[] {
    const { bytes, isBinary } = this.#at(number)
    if (bytes === null) throw new Error(`parameter ${number} is null`)
    return isBinary ? binaryArray(bytes, type) : textArray(bytes.toString(), type)
  }

  #at(number: number): Parameter {
    const parameter = this.#given[number - 1]
    if (parameter === undefined) throw new Error(`there is no parameter ${number}`)
    return parameter
  }
}

/** Dimensions, null flag, element type, and for each dimension its length and lower bound; then each value with its length. */
function binaryArray(bytes: Buffer, type: string): unknown[] {
  if (bytes.readInt32BE(0) === 0) return []
  const oid = OID[kindOf(type)]
  if (bytes.readInt32BE(8) !== oid) throw new Error(`an array of ${bytes.readInt32BE(8)} where ${type} is cast`)
  const values: unknown[] = []
  let at = 20
  for (let left = bytes.readInt32BE(12); left > 0; left -= 1) {
    const length = bytes.readInt32BE(at)
    at += 4
    if (length < 0) values.push(null)
    else {
      values.push(binaryValue(bytes.subarray(at, at + length), kindOf(type)))
      at += length
    }
  }
  return values
}

function binaryValue(bytes: Buffer, kind: Type): unknown {
  switch (kind) {
    case 'uuid':
      return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    case 'int8':
      return Number(bytes.readBigInt64BE(0))
    case 'int4':
      return bytes.readInt32BE(0)
    case 'bool':
      return bytes[0] === 1
    case 'bytea':
      return Buffer.from(bytes)
    case 'jsonb':
      return JSON.parse(bytes.subarray(1).toString()) as unknown
    default:
      return bytes.toString()
  }
}

/** Only what the driver makes of ids. */
function textArray(text: string, type: string): unknown[] {
  const kind = kindOf(type)
  if (kind !== 'uuid') throw new Error(`a text array of ${kind} is not known here`)
  const inner = text.slice(1, -1)
  return inner === '' ? [] : inner.split(',').map((each) => each.replaceAll('"', ''))
}

const KINDS: Record<string, Type> = { bigint: 'int8', int: 'int4', boolean: 'bool' }

export function kindOf(type: string): Type {
  const kind = KINDS[type] ?? (type as Type)
  if (OID[kind] === undefined) throw new Error(`the type ${type} is not known here`)
  return kind
}

/** A value in PostgreSQL's text format, or null. */
export function asText(value: unknown, type: Type): string | null {
  if (value === null || value === undefined) return null
  if (type === 'bytea') return `\\x${(value as Buffer).toString('hex')}`
  if (type === 'bool') return value === true ? 't' : 'f'
  if (type === 'timestamptz') return new Date(value as number).toISOString().replace('T', ' ').replace('Z', '+00')
  if (type === 'json' || type === 'jsonb') return JSON.stringify(value)
  return String(value as string | number)
}
