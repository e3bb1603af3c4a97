/** Every request takes the whole way through the framework. */
export function answerEarly(): void {}
