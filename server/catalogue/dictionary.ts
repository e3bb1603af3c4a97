import type { FacetValue } from './facet-values.ts'

/** The values of one facet by small numbers, from 1; 0 is no value. */
export class Dictionary {
  readonly values: FacetValue[] = [{ value: '', label: '' }]
  readonly #codes = new Map<string, number>()

  /** The label of a value is the one it first came with. */
  codeFor(value: FacetValue): number {
    const known = this.#codes.get(value.value)
    if (known !== undefined) return known
    this.#codes.set(value.value, this.values.length)
    return this.values.push(value) - 1
  }

  codeOf(value: string): number | undefined {
    return this.#codes.get(value)
  }
}
