-- CreateTable
CREATE TABLE "configured_environment" (
    "environment" TEXT NOT NULL,

    CONSTRAINT "configured_environment_pkey" PRIMARY KEY ("environment")
);
