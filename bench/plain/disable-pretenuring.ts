/** V8 decides as it does by default. */
export function disablePretenuring(): void {}
