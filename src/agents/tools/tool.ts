import * as z from 'zod';
import { answerText, type ToolAnswer, ToolError } from './answer';
import type { ToolContext } from './context';

/** The name of a known item, for the user. */
type NameOf = (id: string) => string | undefined;

/** A tool, as it is written. */
interface ToolDefinition<Input extends z.ZodObject> {
  /** By which users refer to it in a prompt: `#poolviewFind`. */
  readonly referenceName: string;
  /** For the model: what it returns, when to use it and when not. */
  readonly description: string;
  /** Its arguments, a strict object, each with a description. */
  readonly input: Input;
  /**
   * What is read and where, for the user.
   * @param where the connection, such as `Acme (api.acme.dev)`
   */
  readonly invocation: (input: z.output<Input>, where: string, nameOf: NameOf) => string;
  /** @throws ToolError, ServiceError */
  readonly run: (input: z.output<Input>, context: ToolContext) => Promise<ToolAnswer>;
}

export type Tool = ReturnType<typeof defineTool>;

/** Turns a definition into a tool that checks its arguments and limits its result. */
export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>) {
  const { referenceName, description, input } = definition;
  return {
    referenceName,
    description,
    /** The JSON schema of the arguments. */
    inputSchema: z.toJSONSchema(input, { target: 'draft-7', io: 'input' }),
    /** The names of those arguments that the schema has. */
    argumentNames: (given: unknown) =>
      z.record(z.string(), z.unknown()).safeParse(given).success
        ? Object.keys(given ?? {}).filter((key) => Object.hasOwn(input.shape, key))
        : [],
    /** What is read and where, for the user; undefined if the arguments are not valid. */
    invocation: (given: unknown, where: string, nameOf: NameOf) => {
      const { data } = input.safeParse(given ?? {});
      return data && definition.invocation(data, where, nameOf);
    },
    /**
     * @returns the result as compact JSON of limited size
     * @throws ToolError if the arguments are not valid, and what the tool throws
     */
    call: async (given: unknown, context: ToolContext) => {
      const { data, error } = input.safeParse(given ?? {});
      if (error !== undefined) throw invalidArguments(error);
      const answer = await definition.run(data, context);
      return answerText(answer, { connection: context.inventory.session.connection, now: context.now });
    },
  };
}

function invalidArguments(error: z.ZodError): ToolError {
  // It quotes names of arguments, which can have any length.
  const problems = z.prettifyError(error).slice(0, 1000);
  return new ToolError(`The arguments are not valid:\n${problems}\nCorrect them and call the tool again.`);
}
