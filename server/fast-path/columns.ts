/**
 * For benchmark b1: 1.18x as many bids a second as arrays of text, the plain way (`npm run gains -- columns`, Nov 26, 2026).
 *
 * A table's rows as columns, each an array in PostgreSQL's binary format: one statement with `unnest` writes all rows, and neither
 * side spends time on escaping and parsing text.
 */
export type Columns = { rows: number; arrays: (Buffer | string)[] }

export type Kind = 'uuid' | 'int8' | 'int4' | 'bool' | 'text' | 'bytea' | 'jsonb'
export type Cell = string | number | boolean | Buffer | null

const NOTHING: Columns = { rows: 0, arrays: [] }

/** The types' object ids, the same in all PostgreSQL versions (pg_type.dat). */
const OID: Record<Kind, number> = { bool: 16, bytea: 17, int8: 20, int4: 23, text: 25, uuid: 2950, jsonb: 3802 }
const UINT32 = 2 ** 32
/** Dimensions, null flag, element type, length, lower bound. */
const HEADER_BYTES = 20
const NULL_FLAG_AT = 4

/** Turns rows into one array per column, or no arrays if there are no rows. `cells` gives a row's values in the order of `kinds`. */
export function columnsOf<T>(rows: readonly T[], kinds: readonly Kind[], cells: (row: T) => readonly Cell[]): Columns {
  if (rows.length === 0) return NOTHING
  const values = rows.map(cells)
  return { rows: rows.length, arrays: kinds.map((kind, column) => arrayFrom(kind, values, column)) }
}

/** `values` as one parameter of the array type of `kind`. Numbers are non-negative integers. */
export function arrayOf(kind: Kind, values: readonly Cell[]): Buffer {
  return arrayFrom(
    kind,
    values.map((value) => [value]),
    0,
  )
}

function arrayFrom(kind: Kind, rows: readonly (readonly Cell[])[], column: number): Buffer {
  if (rows.length === 0) return emptyArray(kind)
  const writer = new Writer()
  writer.int32(1)
  writer.int32(0)
  writer.int32(OID[kind])
  writer.int32(rows.length)
  writer.int32(1)
  let hasNull = false
  for (const row of rows) {
    const value = row[column]!
    if (value === null) {
      hasNull = true
      writer.int32(-1)
    } else writer.cell(kind, value)
  }
  return writer.bytes(hasNull)
}

function emptyArray(kind: Kind): Buffer {
  const header = Buffer.alloc(HEADER_BYTES - 8)
  header.writeInt32BE(OID[kind], 8)
  return header
}

/** The buffer is reused for each array: one is written at a time. */
let room = Buffer.allocUnsafe(65_536)

class Writer {
  #at = 0
  /** The id written last, and where: a column often repeats the id of a lot or a bidder. */
  #lastId = ''
  #lastIdAt = 0

  bytes(hasNull: boolean): Buffer {
    if (hasNull) room.writeInt32BE(1, NULL_FLAG_AT)
    return Buffer.from(room.subarray(0, this.#at))
  }

  int32(value: number): void {
    this.#need(4)
    this.#at = room.writeInt32BE(value, this.#at)
  }

  /** The length in bytes, then the value. */
  cell(kind: Kind, value: string | number | boolean | Buffer): void {
    switch (kind) {
      case 'uuid':
        this.int32(16)
        return this.#uuid(value as string)
      case 'int8':
        this.int32(8)
        this.int32(Math.floor((value as number) / UINT32))
        return this.int32((value as number) | 0)
      case 'int4':
        this.int32(4)
        return this.int32(value as number)
      case 'bool':
        this.int32(1)
        return this.#byte(value === true ? 1 : 0)
      case 'bytea':
        return this.#bytea(value as Buffer)
      case 'text':
        return this.#text(value as string, null)
      case 'jsonb':
        return this.#text(value as string, 1)
      default:
        return kind satisfies never
    }
  }

  #byte(value: number): void {
    this.#need(1)
    room[this.#at] = value
    this.#at += 1
  }

  #bytea(value: Buffer): void {
    this.int32(value.length)
    this.#need(value.length)
    this.#at += value.copy(room, this.#at)
  }

  /** `version`: the byte before jsonb's text. */
  #text(value: string, version: number | null): void {
    const lengthAt = this.#at
    this.int32(0)
    if (version !== null) this.#byte(version)
    this.#need(3 * value.length)
    this.#at += room.write(value, this.#at)
    room.writeInt32BE(this.#at - lengthAt - 4, lengthAt)
  }

  #uuid(value: string): void {
    this.#need(16)
    if (value === this.#lastId) {
      room.copyWithin(this.#at, this.#lastIdAt, this.#lastIdAt + 16)
      this.#at += 16
      return
    }
    this.#lastId = value
    this.#lastIdAt = this.#at
    for (const place of DIGITS) {
      room[this.#at] = HEX[value.charCodeAt(place)]! * 16 + HEX[value.charCodeAt(place + 1)]!
      this.#at += 1
    }
  }

  #need(bytes: number): void {
    if (this.#at + bytes <= room.length) return
    const larger = Buffer.allocUnsafe(2 * room.length + bytes)
    room.copy(larger, 0, 0, this.#at)
    room = larger
  }
}

/** Where the bytes of a UUID begin in its text, between the dashes. */
const DIGITS = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]
const HEX = Uint8Array.from({ length: 128 }, (_, code) => Number.parseInt(String.fromCharCode(code), 16))
