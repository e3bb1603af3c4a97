/** A vehicle's name everywhere: year, make, model and trim. */
export function titleOf(vehicle: { year: number; make: string; model: string; trim: string | null }): string {
  return [vehicle.year, vehicle.make, vehicle.model, vehicle.trim].filter((part) => part !== null).join(' ')
}
