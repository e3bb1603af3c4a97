/** Every request takes the whole way through Node's HTTP and the framework. */
export class Wire {
  serve(): void {}

  follow(): void {}
}
