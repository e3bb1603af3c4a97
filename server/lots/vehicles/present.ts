import type { StaffVehicle, VehicleLine } from '#contract/lots/vehicles.ts'
import { wholeFacts } from '../store.ts'
import type { StaffVehicleRow, VehicleLineRow } from './staff-store.ts'

export function presentStaffVehicle(row: StaffVehicleRow): StaffVehicle {
  const { damageMap: _damageMap, ...facts } = wholeFacts(row.facts)
  return {
    id: row.id,
    year: row.year,
    make: row.make,
    model: row.model,
    trim: row.trim,
    body: row.body,
    vin: row.vin,
    ...facts,
    stated: facts.stated ?? {},
    stockNumber: row.stock_number,
    source: row.source,
    state: row.state,
    version: row.version,
    photoCount: row.photo_count,
    photosExpected: row.photos_expected,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    plannedTerms: row.planned_terms,
    corrections: row.corrections,
    lots: row.lots,
  }
}

export function presentVehicleLine(row: VehicleLineRow): VehicleLine {
  const facts = wholeFacts(row.facts)
  return {
    id: row.id,
    year: row.year,
    make: row.make,
    model: row.model,
    trim: row.trim,
    body: row.body,
    vin: row.vin,
    stockNumber: row.stock_number,
    titleBrand: facts.titleBrand,
    odometer: facts.odometer,
    location: facts.location,
    inspection: facts.inspection,
    photoCount: row.photo_count,
    createdAt: row.created_at,
    state: row.state,
    lotNumber: row.lot_number,
    openLot: row.open_lot,
  }
}
