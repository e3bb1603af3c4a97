import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { MoneyInput } from './number-inputs.tsx'

afterEach(cleanup)

function Fees() {
  const [fees, setFees] = useState([10_00, 20_00])
  return (
    <>
      {fees.map((fee, index) => (
        <MoneyInput
          key={index}
          label={`Fee ${index + 1}`}
          currency="USD"
          value={fee}
          onChange={(amount) => setFees(fees.with(index, amount))}
        />
      ))}
      <button type="button" onClick={() => setFees(fees.slice(1))}>
        Remove first
      </button>
    </>
  )
}

const shown = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value

test.each(['75', 'seventy'])(
  'a row that moves up shows its own amount, not the %s typed into the removed one',
  (typed) => {
    render(<Fees />)
    fireEvent.change(screen.getByLabelText('Fee 1'), { target: { value: typed } })
    expect(shown('Fee 1')).toBe(typed)
    fireEvent.click(screen.getByText('Remove first'))
    expect(shown('Fee 1')).toBe('20.00')
  },
)
