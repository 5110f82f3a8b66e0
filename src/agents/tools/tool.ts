import * as z from 'zod';
import { answerText, type Answer } from './answer';
import type { ToolContext } from './context';
import { maxTokenLength, pageToken, readPageToken } from './paging';
import { ToolError } from './toolError';

/** The name of a known item, for the user. */
type NameOf = (id: string) => string | undefined;

/** A tool, as it is written. */
interface ToolDefinition<Input extends z.ZodObject, Cursor> {
  /** By which users refer to it in a prompt: `#poolviewFind`. */
  readonly referenceName: string;
  /** For the model: what it returns, when to use it and when not. */
  readonly description: string;
  /** Its arguments, a strict object, each with a description. A tool with a list also takes a `pageToken`. */
  readonly input: Input;
  /** Where a page of its list continues, as it is in a page token; missing if it returns one thing. */
  readonly cursor?: z.ZodType<Cursor>;
  /**
   * What is read and where, for the user.
   * @param where the connection, such as `Acme (api.acme.dev)`
   */
  readonly invocation: (input: z.output<Input>, where: string, nameOf: NameOf) => string;
  /**
   * @param cursor where to continue; undefined for the first page
   * @throws ToolError, ServiceError
   */
  readonly run: (
    input: z.output<Input>,
    context: ToolContext,
    cursor: Cursor | undefined,
  ) => Promise<Answer<Cursor>>;
}

/** A tool, as it is called. */
export interface Tool {
  readonly referenceName: string;
  readonly description: string;
  /** The JSON schema of the arguments. */
  readonly inputSchema: object;
  /** The names of those arguments that the schema has. */
  argumentNames(input: unknown): readonly string[];
  /** What is read and where, for the user; undefined if the arguments are not valid. */
  invocation(input: unknown, where: string, nameOf: NameOf): string | undefined;
  /**
   * @returns the result as compact JSON of limited size
   * @throws ToolError if the arguments are not valid, and what the tool throws
   */
  call(input: unknown, context: ToolContext): Promise<string>;
}

const tokenInput = z
  .string()
  .max(maxTokenLength)
  .optional()
  .describe('The nextPageToken of the last result, to get the rest of the list. Keep all other arguments.');

/** Turns a definition into a tool that checks its arguments and limits its result. */
export function defineTool<Input extends z.ZodObject, Cursor>(
  definition: ToolDefinition<Input, Cursor>,
): Tool {
  const { referenceName, description, input, cursor: cursorSchema } = definition;
  const schema = cursorSchema === undefined ? input : input.extend({ pageToken: tokenInput });

  const parse = (given: unknown) => {
    const { pageToken: token, ...others } = z
      .looseObject({ pageToken: z.unknown() })
      .partial()
      .parse(given ?? {});
    return {
      token: cursorSchema === undefined ? undefined : tokenInput.parse(token),
      input: input.parse(cursorSchema === undefined ? (given ?? {}) : others),
    };
  };

  return {
    referenceName,
    description,
    inputSchema: z.toJSONSchema(schema, { target: 'draft-7', io: 'input' }),
    argumentNames: (given) =>
      z.record(z.string(), z.unknown()).safeParse(given).success
        ? Object.keys(given ?? {}).filter((key) => Object.hasOwn(schema.shape, key))
        : [],
    invocation: (given, where, nameOf) => {
      try {
        return definition.invocation(parse(given).input, where, nameOf);
      } catch {
        return undefined;
      }
    },
    call: async (given, context) => {
      const { token, input: checked } = checkedBy(() => parse(given));
      const { connection, keyIdentity } = context.inventory.session;
      const scope = [referenceName, checked, keyIdentity.id];
      const cursor = token === undefined ? undefined : cursorSchema?.safeParse(readPageToken(token, scope));
      if (cursor?.success === false) {
        throw new ToolError(
          'This pageToken does not belong to this request. Repeat the call without it, or with the arguments of the call that returned it.',
        );
      }
      const answer = await definition.run(checked, context, cursor?.data);
      return answerText(answer, { connection, now: context.now }, (next) => pageToken(next, scope));
    },
  };
}

function checkedBy<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    // It quotes names of arguments, which can have any length.
    const problems = z.prettifyError(error).slice(0, 1000);
    throw new ToolError(`The arguments are not valid:\n${problems}\nCorrect them and call the tool again.`);
  }
}
