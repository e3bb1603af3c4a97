import * as z from 'zod/mini'
import type { Photograph, PicturedVehicle } from '#contract/photographs.ts'
import { ROTATIONS } from '#contract/photographs.ts'
import { photoUrlOf } from '#contract/photos.ts'
import { titleOf } from '../title.ts'
import { turnPins } from './show-photographs.ts'
import type { PhotographRow } from './store.ts'
import type { PicturedRow } from './vehicle-store.ts'

const Rotation = z.literal(ROTATIONS)

export function presentPhotograph(row: PhotographRow): Photograph {
  const { id, slot, state, failure, rotation, shown_name: name, width, height, placeholder } = row
  const url = name === null ? null : photoUrlOf(name)
  const pins = turnPins(row.pins, row.shown_rotation)
  return { id, slot, state, failure, rotation: Rotation.parse(rotation), url, width, height, placeholder, pins }
}

export function presentPictured(row: PicturedRow): z.infer<typeof PicturedVehicle> {
  const {
    id,
    body,
    lot_number: lotNumber,
    condition_report: conditionReport,
    damage_map: damageMap,
    is_published: isPublished,
  } = row
  return { id, title: titleOf(row), body, lotNumber, conditionReport, damageMap, isPublished }
}
