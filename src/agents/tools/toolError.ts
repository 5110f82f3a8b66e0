/** An error that tells the model what to do next. It contains no text of the service. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}
