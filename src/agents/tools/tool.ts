import * as z from 'zod';
import type { ToolName } from '../toolNames';
import { answerSchema, answerText, type Answer } from './answer';
import type { ToolContext } from './context';
import { maxTokenLength, pageToken, readPageToken } from './paging';
import { ToolError } from './toolError';

/** The name of a known item, for the user. */
type NameOf = (id: string) => string | undefined;

/** A tool, as it is written. */
interface ToolDefinition<
  Input extends z.ZodObject,
  Facts extends z.ZodRawShape,
  Item extends object,
  Cursor,
> {
  readonly name: ToolName;
  /** By which users refer to it in a prompt: `#poolviewFind`. */
  readonly referenceName: string;
  /** For the model: what it returns, when to use it and when not. */
  readonly description: string;
  /** Whether it changes nothing, whatever the user answers. */
  readonly isReadOnly: boolean;
  /** Its arguments, a strict object, each with a description. A tool with a list also takes a `pageToken`. */
  readonly input: Input;
  /** What it returns besides the list. */
  readonly facts: Facts;
  /** What it returns a list of; missing if it returns one thing. */
  readonly list?: {
    readonly item: z.ZodType<Item>;
    /** Where a page continues, as it is in a page token. */
    readonly cursor: z.ZodType<Cursor>;
  };
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
  ) => Promise<Answer<z.output<z.ZodObject<Facts>>, Item, Cursor>>;
}

/** A tool, as it is called. */
export interface Tool {
  readonly name: ToolName;
  readonly referenceName: string;
  readonly description: string;
  readonly isReadOnly: boolean;
  /** JSON schemas of the arguments and of the result. */
  readonly inputSchema: object;
  readonly outputSchema: object;
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
export function defineTool<
  Input extends z.ZodObject,
  Facts extends z.ZodRawShape,
  Item extends object,
  Cursor,
>(definition: ToolDefinition<Input, Facts, Item, Cursor>): Tool {
  const { name, referenceName, description, isReadOnly, input, list } = definition;
  const schema = list === undefined ? input : input.extend({ pageToken: tokenInput });

  const parse = (given: unknown) => {
    const { pageToken: token, ...others } = z
      .looseObject({ pageToken: z.unknown() })
      .partial()
      .parse(given ?? {});
    return {
      token: list === undefined ? undefined : tokenInput.parse(token),
      input: input.parse(list === undefined ? (given ?? {}) : others),
    };
  };

  return {
    name,
    referenceName,
    description,
    isReadOnly,
    inputSchema: z.toJSONSchema(schema, { target: 'draft-7', io: 'input' }),
    outputSchema: z.toJSONSchema(answerSchema(definition.facts, list?.item), { target: 'draft-7' }),
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
      const scope = [name, checked, keyIdentity.id];
      const cursor = token === undefined ? undefined : list?.cursor.safeParse(readPageToken(token, scope));
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
