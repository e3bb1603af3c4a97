import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { CastMember } from '#test/cast.ts'
import { bidNow, block, enterPhoneBid, pressAndConfirm } from './company-steps.ts'
import { LOTS } from './forty-lots.ts'

/**
 * From the keyboard of the desk: a lot sold online after fair warning, one below its reserve, one sold by phone, and one passed after a
 * pause. `look`: at the desk before the first hammer.
 */
export async function sellFourLots(
  desk: Page,
  hall: Page,
  { ada, boris }: { ada: CastMember; boris: CastMember },
  look: (desk: Page) => Promise<void>,
): Promise<void> {
  const press = (key: string) => pressAndConfirm(desk, key)
  const isUp = (page: Page, at: number) => block(page).getByText(`Lot ${at} of ${LOTS}`, { exact: true }).waitFor()
  await isUp(desk, 1)
  await isUp(hall, 1)
  await bidNow(hall)
  await block(hall).getByText('You lead').waitFor()
  await block(desk).getByText(`Paddle ${ada.paddle} leads`).waitFor()
  await press('F')
  await block(hall).getByText('Fair warning').waitFor()
  await block(desk)
    .getByRole('button', { name: `Sell for $100 to paddle ${ada.paddle}` })
    .waitFor()
  await look(desk)
  await press('H')
  await hall.getByText(`Sold for $100 to paddle ${ada.paddle}`).waitFor()

  // A bid between the two presses stops the first one; below its reserve the lot is passed.
  await isUp(desk, 2)
  await isUp(hall, 2)
  await desk.keyboard.press('P')
  await block(desk).getByRole('button', { name: 'Confirm: Pass, no bids' }).waitFor()
  await bidNow(hall)
  await block(desk).getByRole('button', { name: 'Pass, reserve not met', exact: false }).waitFor()
  await expect(block(desk).getByText('Press P again to confirm.').count()).resolves.toBe(0)
  await press('P')
  await hall.getByText('Reserve not met: the high bid was $100').waitFor()

  await isUp(desk, 3)
  await enterPhoneBid(desk, boris)
  await block(hall).getByText(`Paddle ${boris.paddle} (by phone) bid $100`, { exact: false }).first().waitFor()
  await desk.keyboard.press('Escape')
  await desk.keyboard.press('m')
  await desk.getByRole('button', { name: 'The auction continues now.' }).click()
  await desk.getByRole('button', { name: 'Send message' }).click()
  const message = hall.getByRole('status', { name: 'Message from the auctioneer' })
  await message.getByText('The auction continues now.').waitFor()
  await block(desk).getByText('The auction continues now.').waitFor()
  await press('H')
  await hall.getByText(`Sold for $100 to paddle ${boris.paddle}`).waitFor()

  await isUp(desk, 4)
  await press('C')
  await block(hall).getByText('Paused', { exact: true }).first().waitFor()
  await press('C')
  await block(hall).getByText('Open for bids').waitFor()
  await press('P')
  await isUp(desk, 5)
}
