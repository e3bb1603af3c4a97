/** A column's name; `right`: above figures; `unseen`: for screen readers only, above buttons. */
export type Head = string | { right: string } | { unseen: string }

/** The heads of a table, each above its column. */
export function Heads({ of }: { of: readonly Head[] }) {
  return (
    <thead>
      <tr>
        {of.map((head) =>
          typeof head === 'string' ? (
            <th key={head} scope="col">
              {head}
            </th>
          ) : 'right' in head ? (
            <th key={head.right} scope="col" className="text-right">
              {head.right}
            </th>
          ) : (
            <th key={head.unseen} scope="col">
              <span className="sr-only">{head.unseen}</span>
            </th>
          ),
        )}
      </tr>
    </thead>
  )
}
