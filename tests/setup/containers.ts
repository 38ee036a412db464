import { PostgreSqlContainer } from "@testcontainers/postgresql";
import { GenericContainer, getContainerRuntimeClient } from "testcontainers";
import { registerTeardown } from "./teardown-registry.ts";

/** Returns whether a Docker engine responds. */
export const isDockerAvailable = async (): Promise<boolean> => {
  try {
    await getContainerRuntimeClient();
    return true;
  } catch {
    return false;
  }
};

export const startPostgresContainer = async (): Promise<string> => {
  const container = await new PostgreSqlContainer("postgres:18")
    .withCommand(["postgres", "-c", "max_connections=500", "-c", "fsync=off"])
    .start();
  registerTeardown(() => container.stop());
  return container.getConnectionUri();
};

export const startRedisContainer = async () => {
  const container = await new GenericContainer("redis:8").withExposedPorts(6379).start();
  return {
    url: `redis://${container.getHost()}:${container.getMappedPort(6379)}`,
    stop: async () => {
      await container.stop();
    },
  };
};
