/**
 * What features add to earlier features, such as what can be paid or why an account cannot be closed. The feature that uses the point
 * declares it, under the name of its type; later features push into it while they are set up. `newExtensions` creates them all.
 */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/consistent-type-definitions -- features merge their points into it
export interface Extensions {}
